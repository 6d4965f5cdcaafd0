import ClientDocuments
import ClientModel
import ReadingValues

/// Where a value stands and how large it is, in words.
extension TreeRow {
  /// `1.2 MB`, and `1.2 MB…` while more may come; nil while nothing is known.
  package var sizeWords: String? {
    switch size {
    case .exactly(let count): "\(ByteCount(count))"
    case .atLeast(let count): "\(ByteCount(count))…"
    case nil: nil
    }
  }

  /// `12:5 · 1.2 MB`: line and column in the body, and its size.
  package var placeWords: String {
    [place.map { "\($0.line):\($0.column)" }, sizeWords].compactMap { $0 }
      .joined(separator: " · ")
  }
}
