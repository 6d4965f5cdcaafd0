package import ClientDocuments
package import ClientModel

extension StoredBody {
  /// Returns a source that reads the body's bytes piece by piece.
  ///
  /// - Parameter path: The body's path in the store, if it is a file.
  package func source(at path: String?) throws(DocumentError) -> ByteSource {
    switch self {
    case .none: return ByteSource()
    case .inline(let bytes): return ByteSource(bytes)
    case .file(let name, _, _):
      guard let path else { throw .unreadable(path: name, reason: "It is not there any more") }
      return try ByteSource(path: path)
    }
  }
}
