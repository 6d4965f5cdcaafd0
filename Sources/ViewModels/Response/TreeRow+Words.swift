import ClientDocuments
import ClientModel
import ReadingValues

/// The position and size of a value, as text.
extension TreeRow {
  /// The size, such as `1.2 MB`. Nil if the size is unknown. `…` follows if the size may grow.
  package var sizeWords: String? {
    switch size {
    case .exactly(let count): "\(ByteCount(count))"
    case .atLeast(let count): "\(ByteCount(count))…"
    case nil: nil
    }
  }

  /// The line and column in the body, followed by the size: `12:5 · 1.2 MB`. Unknown parts are left
  /// out.
  package var placeWords: String {
    [place.map { "\($0.line):\($0.column)" }, sizeWords].compactMap { $0 }
      .joined(separator: " · ")
  }
}
