import ClientDocuments
import ReadingValues

extension Crumb {
  /// The maximum number of raw bytes of a key in a crumb.
  static let longestKey = 4096

  init(_ part: JSONDocument.PathPart) {
    switch part {
    // A raw key of `longestKey` bytes is cut. If all its characters are escaped, its decoded length
    // is a sixth of that, so a longer decoded key may be cut.
    case .key(let key): self = .key(key, isCut: key.utf8.count >= Self.longestKey / 6)
    case .place(let place): self = .place(place)
    }
  }
}
