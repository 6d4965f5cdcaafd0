import ClientDocuments
import ReadingValues

extension Crumb {
  /// The maximum number of raw bytes of a key in a crumb.
  static let longestKey = 4096

  init(_ part: JSONDocument.PathPart) {
    switch part {
    // If every byte is escaped, the decoded key is a sixth as long as the raw key. A key of that
    // length may be cut.
    case .key(let key): self = .key(key, isCut: key.utf8.count >= Self.longestKey / 6)
    case .place(let place): self = .place(place)
    }
  }
}
