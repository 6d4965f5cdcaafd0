import ClientDocuments

/// The laid-out text of a JSON body, made when it is first looked at.
enum LaidOutText: Sendable {
  case unmade
  case made(TextDocument)
  /// It was longer than the part that is held in memory.
  case tooLong

  var isTooLong: Bool {
    if case .tooLong = self { true } else { false }
  }

  /// The text of the body; nil when it is too long.
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
