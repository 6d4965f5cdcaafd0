import ClientDocuments
import ReadingValues

extension Crumb {
  /// The most raw bytes of a key that a crumb shows.
  static let longestKey = 4096

  init(_ part: JSONDocument.PathPart) {
    switch part {
    // Cut or not: a sixth of the raw bytes is left of a key where each of them is escaped.
    case .key(let key): self = .key(key, isCut: key.utf8.count >= Self.longestKey / 6)
    case .place(let place): self = .place(place)
    }
  }
}
