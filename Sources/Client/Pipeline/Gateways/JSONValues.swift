import ClientDocuments

/// Values of one JSON body by pointer; the body is indexed at the first look, and only up to 1 MiB.
package struct JSONValues {
  static let limit = 1 << 20

  private let document: JSONDocument?

  /// A body of a larger size, or that is not JSON, holds nothing.
  package init(_ bytes: [UInt8]) {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard bytes.count <= Self.limit, let first, first == 0x7B || first == 0x5B else {
      document = nil
      return
    }
    do throws(DocumentError) {
      document = try JSONDocument(indexing: ByteSource(bytes))
    } catch {
      document = nil
    }
  }

  /// A string without its quotes, another value as it is written, at most 2,000 bytes of it; nil when
  /// there is nothing at the pointer.
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
