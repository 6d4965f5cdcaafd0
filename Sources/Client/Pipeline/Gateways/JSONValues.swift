import ClientDocuments

/// The values of one JSON body by JSON Pointer. A body of at most 1 MiB is indexed at once.
package struct JSONValues {
  static let limit = 1 << 20

  /// The body in UTF-8 without a byte order mark. Empty for a larger body.
  let text: [UInt8]
  private let document: JSONDocument?

  /// Indexes a body. A larger body, and a body that is not a JSON object or array, has no values.
  ///
  /// - Parameter mediaType: The value of Content-Type, which may contain the charset. Nil if the
  ///   header is missing.
  package init(_ bytes: [UInt8], mediaType: String? = nil) {
    var text: [UInt8] = []
    var document: JSONDocument?
    if bytes.count <= Self.limit {
      do throws(DocumentError) {
        let source = try ByteSource(bytes).text(mediaType: mediaType).text
        text = try source.bytes(in: 0..<source.count)
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
        let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if first == 0x7B || first == 0x5B {
          document = try JSONDocument(indexing: ByteSource(text))
        }
      } catch {
        // A body that cannot be indexed has no values.
      }
    }
    (self.text, self.document) = (text, document)
  }

  /// Returns the value at a pointer as text of at most 2,000 bytes. A string has no quotes. Returns
  /// nil if there is no value.
  package func text(at pointer: String) -> String? {
    guard let document else { return nil }
    do throws(DocumentError) {
      let node = try document.node(at: try JSONPointer(pointer))
      if let string = try document.string(of: node) { return string }
      return String(decoding: try document.rawText(of: node, limit: 2000), as: UTF8.self)
    } catch {
      return nil
    }
  }
}
