import ClientDocuments
import ReadingValues

/// What kind of body it is, and what decided that.
struct BodyType: Sendable {
  /// The number of bytes at the start of a body that show its kind.
  private static let startLength = 1024

  let kind: BodyKind
  let mediaType: String?
  /// Whether the user chose the kind.
  private let isChosen: Bool

  /// The type of a body without bytes.
  init() { (kind, mediaType, isChosen) = (.text, nil, false) }

  /// - Parameter wish: What the user wishes it to be.
  init(
    _ mediaType: String?, _ source: ByteSource, as wish: BodyKind?
  ) throws(DocumentError) {
    self.mediaType = mediaType
    isChosen = wish != nil
    if let wish { kind = wish } else { kind = try Self.detect(mediaType, source) }
  }

  private static func detect(
    _ mediaType: String?, _ source: ByteSource
  ) throws(DocumentError) -> BodyKind {
    BodyKind.detect(mediaType: mediaType, start: try source.bytes(in: 0..<startLength))
  }

  /// Whether a body, now longer, shows another kind than its first bytes did.
  ///
  /// - Parameter length: How many bytes there were before.
  func isRefuted(by source: ByteSource, grownFrom length: Int) throws(DocumentError) -> Bool {
    guard length > 0, length < Self.startLength, !isChosen else { return false }
    return try Self.detect(mediaType, source) != kind
  }

  /// Whether the body is shown by lines where it has no other form.
  var hasText: Bool { kind != .binary && kind != .picture }

  var origin: DocumentFacts.Origin {
    if isChosen { return .chosen }
    let named = mediaType.flatMap(BodyKind.named)
    // A picture that is not drawn is one still.
    if named == .picture, kind == .binary { return .reported }
    return named == nil || named == kind ? .reported : .sniffed
  }
}
