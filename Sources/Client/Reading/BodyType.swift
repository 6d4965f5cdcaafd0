import ClientDocuments
import ClientModel
import ReadingValues

/// The kind of a body, and how it was determined.
struct BodyType: Sendable {
  /// The number of bytes at the start of a body that show its kind.
  private static let startLength = 1024

  let kind: BodyKind
  let mediaType: String?
  /// Whether the user chose the kind.
  private let isChosen: Bool

  /// The type of a body without bytes.
  init() { (kind, mediaType, isChosen) = (.text, nil, false) }

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

  /// The same type without the parameters of the media type, such as the charset.
  var withoutParameters: BodyType {
    BodyType(kind, mediaType.flatMap { MediaType($0)?.essence }, isChosen: isChosen)
  }

  private static func detect(
    _ mediaType: String?, _ source: ByteSource
  ) throws(DocumentError) -> BodyKind {
    BodyKind.detect(mediaType: mediaType, start: try source.bytes(in: 0..<startLength))
  }

  /// True if a body has received more bytes and its kind, judged by them, is another one now.
  ///
  /// - Parameter length: How many bytes there were before.
  func isRefuted(by source: ByteSource, grownFrom length: Int) throws(DocumentError) -> Bool {
    guard length > 0, length < Self.startLength, !isChosen else { return false }
    return try Self.detect(mediaType, source) != kind
  }

  /// True if a body without another form is shown by lines.
  var hasText: Bool { kind != .binary && kind != .picture }

  var origin: DocumentFacts.Origin {
    if isChosen { return .chosen }
    let named = mediaType.flatMap(BodyKind.named)
    // A picture in a format that is not drawn is still a picture.
    if named == .picture, kind == .binary { return .reported }
    return named == nil || named == kind ? .reported : .sniffed
  }
}
