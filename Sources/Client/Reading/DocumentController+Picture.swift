package import ClientDocuments
import ReadingValues

/// Functions for the bytes of pictures.
extension DocumentController {
  /// Returns the format and bytes of the picture with this generation, or nil if another body has
  /// been opened since.
  package func picture(
    of generation: Int
  ) throws(DocumentError) -> (format: PictureFormat, source: ByteSource)? {
    let body = unfiltered ?? body
    guard generation == self.generation, body.kind == .picture,
      let format = PictureFormat(start: try body.source.bytes(in: 0..<16))
    else { return nil }
    return (format, body.source)
  }
}

extension PictureFormat {
  /// The maximum size in bytes of a picture to decode.
  package static let largest = 32 << 20

  /// Returns whether a picture is incomplete. A picture that is too large to draw is not checked.
  static func isCutShort(_ source: ByteSource) throws(DocumentError) -> Bool {
    guard source.count <= largest,
      let format = PictureFormat(start: try source.bytes(in: 0..<16))
    else { return false }
    return try format.isCutShort(source)
  }

  /// Returns the message for a picture in a format that cannot be drawn, or nil for any other body.
  static func unknownFormatWords(for type: BodyType) -> String? {
    guard type.kind == .binary, isNamed(by: type.mediaType) else { return nil }
    let names = allCases.map(\.name).joined(separator: ", ")
    return "Not drawn: the media type is an image, but the format is not one of \(names)."
  }
}
