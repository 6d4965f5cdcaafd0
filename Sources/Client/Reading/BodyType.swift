import ClientDocuments
import ClientModel
import ReadingValues

/// The kind of a body, and whether the media type, the bytes or the user decided it.
struct BodyType: Sendable {
  /// The number of bytes from the start of a body that are used to detect its kind.
  private static let startLength = 1024

  let kind: BodyKind
  let mediaType: String?
  private let isChosen: Bool

  /// Creates the type of an empty body.
  init() { (kind, mediaType, isChosen) = (.text, nil, false) }

  /// Detects the kind of a body. A kind chosen by the user takes precedence.
  ///
  /// - Parameter wish: The kind that the user chose.
  init(
    _ mediaType: String?, _ source: ByteSource, as wish: BodyKind?
  ) throws(DocumentError) {
    self.mediaType = mediaType
    isChosen = wish != nil
    if let wish { kind = wish } else { kind = try Self.detect(mediaType, source) }
  }

  private init(_ kind: BodyKind, _ mediaType: String?, isChosen: Bool) {
    (self.kind, self.mediaType, self.isChosen) = (kind, mediaType, isChosen)
  }

  /// The same type without media type parameters such as the charset.
  var withoutParameters: BodyType {
    BodyType(kind, mediaType.flatMap { MediaType($0)?.essence }, isChosen: isChosen)
  }

  private static func detect(
    _ mediaType: String?, _ source: ByteSource
  ) throws(DocumentError) -> BodyKind {
    BodyKind.detect(mediaType: mediaType, start: try source.bytes(in: 0..<startLength))
  }

  /// Returns whether a body that has grown is now detected as a different kind.
  ///
  /// - Parameter length: The previous length in bytes.
  func isRefuted(by source: ByteSource, grownFrom length: Int) throws(DocumentError) -> Bool {
    guard length > 0, length < Self.startLength, !isChosen else { return false }
    return try Self.detect(mediaType, source) != kind
  }

  /// Whether the body is text, which can be shown as lines.
  var hasText: Bool { kind != .binary && kind != .picture }

  var origin: DocumentFacts.Origin {
    if isChosen { return .chosen }
    let named = mediaType.flatMap(BodyKind.named)
    // An image media type is not wrong if the format is one that cannot be drawn.
    if named == .picture, kind == .binary { return .reported }
    return named == nil || named == kind ? .reported : .sniffed
  }
}
