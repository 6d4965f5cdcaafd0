package import ClientDocuments
package import ClientModel

extension StoredBody {
  /// Its bytes, to be read piece by piece.
  ///
  /// - Parameter path: Where the store has it, when it is a file.
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
