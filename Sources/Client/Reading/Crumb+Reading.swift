import ClientDocuments
import ReadingValues

extension Crumb {
  /// The maximum number of raw bytes of a key that a crumb shows.
  static let longestKey = 4096

  init(_ part: JSONDocument.PathPart) {
    switch part {
    // If every byte is escaped, the decoded key has a sixth of the raw bytes. Such a key may be
    // cut.
    case .key(let key): self = .key(key, isCut: key.utf8.count >= Self.longestKey / 6)
    case .place(let place): self = .place(place)
    }
  }
}
