package import ClientDocuments
package import ClientModel

extension StoredBody {
  /// Returns a source that reads the body in chunks.
  ///
  /// - Parameter stored: The bytes in the store. Nil if the body itself contains them.
  package func source(in stored: StoredBytes?) throws(DocumentError) -> ByteSource {
    switch self {
    case .none: return ByteSource()
    case .inline(let bytes): return ByteSource(bytes)
    case .file(let name, _, _):
      guard let stored else { throw .unreadable(path: name, reason: "It no longer exists") }
      return try ByteSource(stored)
    }
  }
}
