import ClientModel

/// The picture formats that can be drawn.
///
/// SVG is not included, because it is text and shown as XML.
package enum PictureFormat: String, CaseIterable, Hashable, Sendable {
  case png, jpeg, gif, webp, bmp, ico

  /// The name shown to the user.
  package var name: String {
    switch self {
    case .webp: "WebP"
    case .ico: "icon"
    default: rawValue.uppercased()
    }
  }

  /// Detects the format from the first 16 bytes, without the content type.
  ///
  /// - Source: MIME Sniffing, section 6.1 (image type patterns).
  package init?(start: [UInt8]) {
    func stands(_ bytes: [UInt8], at place: Int) -> Bool {
      start.dropFirst(place).starts(with: bytes)
    }
    if stands([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
      self = .png
    } else if stands([0xFF, 0xD8, 0xFF], at: 0) {
      self = .jpeg
    } else if stands(Array("GIF87a".utf8), at: 0) || stands(Array("GIF89a".utf8), at: 0) {
      self = .gif
    } else if stands(Array("RIFF".utf8), at: 0), stands(Array("WEBPVP".utf8), at: 8) {
      self = .webp
    } else if stands(Array("BM".utf8), at: 0), stands([0, 0, 0, 0], at: 6) {
      // Many texts begin with these two letters, so the four reserved zero bytes are also checked.
      self = .bmp
    } else if stands([0, 0, 1, 0], at: 0), start.count > 5, start[4] > 0, start[5] == 0 {
      self = .ico
    } else {
      return nil
    }
  }

  /// Returns whether the content type is an image type, drawable or not.
  package static func isNamed(by mediaType: String?) -> Bool {
    let type = mediaType?.lowercased() ?? ""
    return type.begins(with: "image/") && !type.begins(with: "image/svg")
  }
}
