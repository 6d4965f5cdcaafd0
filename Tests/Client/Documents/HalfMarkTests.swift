import ClientDocuments
import Testing

struct HalfMarkTests {
  /// Found by `weir-fuzz`: the place of the value was behind the body's end.
  @Test(arguments: [[0xEF], [0xEF, 0xBB], [0xEF, 0xBB, 0xBF], [0xEF, 0xBB, 0x31]] as [[UInt8]])
  func `half a byte order mark leads nowhere`(bytes: [UInt8]) throws {
    for form in [JSONDocument.Form.value, .lines] {
      let document = try JSONDocument(indexing: ByteSource(bytes), form: form)
      let children = try document.children(of: document.document, in: 0..<2)
      #expect(children.allSatisfy { $0.node.offset <= bytes.count })
    }
  }
}
