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
}

extension OpenBody {
  /// Whether it is shown by lines where it has no other form.
  var hasText: Bool { kind != .binary && kind != .picture }

  /// Longer ones are not drawn either.
  func lacksPictureEnd() throws(DocumentError) -> Bool {
    guard source.count <= PictureFormat.largest,
      let format = PictureFormat(start: try source.bytes(in: 0..<16))
    else { return false }
    return try format.isCutShort(source)
  }

  /// What is said of a picture that is not all there, or of a format that is not drawn; nil for any other
  /// body.
  var pictureWords: String? {
    if isPictureCut {
      return "Cut short after \(source.count) bytes: a part of the picture may be missing."
    }
    guard kind == .binary, PictureFormat.isNamed(by: mediaType) else { return nil }
    let names = PictureFormat.allCases.map(\.name).joined(separator: ", ")
    return "Not drawn: it is called a picture, and begins as none of \(names)."
  }
}
