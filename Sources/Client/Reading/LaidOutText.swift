import ClientDocuments

/// The laid-out text of a JSON body, created on first use.
enum LaidOutText: Sendable {
  case unmade
  case made(TextDocument)
  /// The text exceeds the memory limit.
  case tooLong

  var isTooLong: Bool {
    if case .tooLong = self { true } else { false }
  }

  /// Returns the laid-out text of the body, or nil if it is too long.
  mutating func text(of source: ByteSource) throws(DocumentError) -> TextDocument? {
    switch self {
    case .made(let text): return text
    case .tooLong: return nil
    case .unmade:
      guard
        let bytes = JSONLayout.text(
          try source.bytes(in: 0..<source.count), longest: DocumentController.longestLayout)
      else {
        self = .tooLong
        return nil
      }
      let text = try TextDocument(indexing: ByteSource(bytes))
      self = .made(text)
      return text
    }
  }
}
