package import ClientDocuments
import ReadingValues

/// Pictures among bodies.
extension DocumentController {
  /// The format and the bytes of the picture that was opened as this generation; nil if another body was
  /// opened since.
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
  /// The maximum number of bytes of a picture that is decoded.
  package static let largest = 32 << 20

  /// True for a picture that is incomplete or longer than the limit for drawing.
  static func isCutShort(_ source: ByteSource) throws(DocumentError) -> Bool {
    guard source.count <= largest,
      let format = PictureFormat(start: try source.bytes(in: 0..<16))
    else { return false }
    return try format.isCutShort(source)
  }

  /// The message about a picture in a format that is not drawn; nil for any other body.
  static func unknownFormatWords(for type: BodyType) -> String? {
    guard type.kind == .binary, isNamed(by: type.mediaType) else { return nil }
    let names = allCases.map(\.name).joined(separator: ", ")
    return "Not drawn: it is called a picture, and begins as none of \(names)."
  }
}
