package import ClientDocuments
package import ClientModel

extension StoredBody {
  /// Returns a source from which the bytes can be read in parts.
  ///
  /// - Parameter stored: The body's bytes in the store, if it does not contain them itself.
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
