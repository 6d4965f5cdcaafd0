import ClientDocuments

/// The values of one JSON body by pointer. A body of at most 1 MiB is indexed when the values are
/// created.
package struct JSONValues {
  static let limit = 1 << 20

  private let document: JSONDocument?

  /// Indexes a body. There are no values for a larger body, or for one that is not a JSON object or
  /// array.
  ///
  /// - Parameter mediaType: The value of Content-Type, which may declare the charset, or nil if
  ///   the header is missing.
  package init(_ bytes: [UInt8], mediaType: String? = nil) {
    guard bytes.count <= Self.limit else {
      document = nil
      return
    }
    do throws(DocumentError) {
      let text = try Self.text(of: bytes, mediaType)
      let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      let isContainer = first == 0x7B || first == 0x5B
      document = try isContainer ? JSONDocument(indexing: ByteSource(text)) : nil
    } catch {
      document = nil
    }
  }

  /// Returns the text of a body in UTF-8, without a byte order mark.
  static func text(of body: [UInt8], _ mediaType: String?) throws(DocumentError) -> [UInt8] {
    let text = try ByteSource(body).text(mediaType: mediaType).text
    let bytes = try text.bytes(in: 0..<text.count)
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Returns a string without its quotes, or another value as it is written, at most 2,000 bytes.
  /// Returns nil if there is no value at the pointer.
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
