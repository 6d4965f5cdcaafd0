import ClientModel

/// The encoding of a body's text, and the source from which it was determined.
///
/// The sources in order of precedence are the user's choice, a byte order mark, the charset
/// parameter of the content type, and an XML declaration or the `meta` element of HTML. Without any
/// of them, the encoding is UTF-8.
///
/// - Source: Encoding Standard (WHATWG), section 6; HTML Standard, section 13.2.3.2; XML 1.0,
///   appendix F.
package struct TextDecoding: Hashable, Sendable {
  /// The source from which the encoding was determined.
  package enum Origin: Hashable, Sendable {
    case assumed, chosen, byteOrderMark, contentType, declaration
  }

  package let encoding: TextEncoding
  package let origin: Origin
  /// The reason why the declared encoding is not used, or nil if it is used or no encoding is
  /// declared.
  package let problem: String?

  /// The number of bytes from the start of a body that are searched for a declared encoding.
  package static let startLength = 1024

  /// Creates the assumed encoding, UTF-8.
  package init() { (encoding, origin, problem) = (.utf8, .assumed, nil) }

  /// Detects the encoding of a body from its start.
  ///
  /// - Parameters:
  ///   - mediaType: The value of Content-Type, or nil if absent.
  ///   - start: The first `startLength` bytes of the body, or all of a shorter body.
  ///   - choice: The encoding that the user chose.
  package init(mediaType: String?, start: [UInt8], choice: TextEncoding? = nil) {
    self = Self.found(mediaType, start, choice)
  }

  private static func found(
    _ mediaType: String?, _ start: [UInt8], _ choice: TextEncoding?
  ) -> TextDecoding {
    if let choice { return TextDecoding(choice, .chosen) }
    let named = mediaType.flatMap(BodyKind.named)
    // An event stream is always UTF-8 (HTML Standard, section 9.2.4), and each part of a multipart
    // body has its own encoding.
    if named == .events || named == .multipart || PictureFormat(start: start) != nil {
      return TextDecoding()
    }
    if let (marked, _) = mark(at: start) { return TextDecoding(marked, .byteOrderMark) }
    if let label = mediaType.flatMap({ MediaType($0)?.parameters["charset"] }), !label.isEmpty {
      return TextEncoding(label: label).map { TextDecoding($0, .contentType) }
        ?? TextDecoding(unknown: label)
    }
    let prescan = CharsetPrescan(start)
    let kind = BodyKind.detect(mediaType: mediaType, start: start)
    let declared: CharsetPrescan.Found? =
      switch kind {
      case .html: prescan.html
      case .xml: prescan.xml
      case .binary where named == .xml || named == .html || named == nil: prescan.wideXML
      default: nil
      }
    switch declared {
    case .encoding(let encoding): return TextDecoding(encoding, .declaration)
    case .unknown(let label): return TextDecoding(unknown: label)
    case nil: return TextDecoding()
    }
  }

  private init(_ encoding: TextEncoding, _ origin: Origin) {
    guard encoding == .utf8 || TextDecoder(encoding) != nil else {
      self.encoding = .utf8
      self.origin = .assumed
      problem =
        "The C library has no converter for the charset \(encoding.rawValue); the body is read as UTF-8."
      return
    }
    (self.encoding, self.origin, problem) = (encoding, origin, nil)
  }

  private init(unknown label: String) {
    encoding = .utf8
    origin = .assumed
    problem = "The charset \"\(label)\" is unknown; the body is read as UTF-8."
  }

  /// Returns the encoding of a byte order mark, and the mark's length.
  private static func mark(at start: [UInt8]) -> (TextEncoding, length: Int)? {
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if start.starts(with: [0xFE, 0xFF]) { return (.utf16BE, 2) }
    if start.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
    return nil
  }

  /// Returns a body's text as UTF-8. Returns a body in UTF-8 unchanged, including its byte order
  /// mark.
  ///
  /// - Parameter shorter: The text of a shorter version of the body, or nil. Only the bytes after
  ///   its complete blocks are decoded.
  package func text(
    of body: ByteSource, _ arrival: JSONDocument.TransferState = .ended,
    after shorter: ByteSource? = nil
  ) throws(DocumentError) -> ByteSource {
    guard let decoder = TextDecoder(encoding) else { return body }
    let mark = Self.mark(at: try body.bytes(in: 0..<3))
    let skipped = mark?.0 == encoding ? mark?.length ?? 0 : 0
    return ByteSource(
      try DecodedBytes(body, from: skipped, decoder, arrival, after: shorter?.decodedText))
  }
}

extension TextEncoding {
  /// Returns the text of `bytes`, or nil if the C library does not have a converter.
  package func text(of bytes: [UInt8]) -> String? {
    if self == .utf8 { return String(decoding: bytes, as: UTF8.self) }
    guard var decoder = TextDecoder(self) else { return nil }
    var text: [UInt8] = []
    decoder.decode(bytes, into: &text)
    decoder.finish(into: &text)
    return String(decoding: text, as: UTF8.self)
  }
}

extension ByteSource {
  /// Returns the body's text as UTF-8, and the body's encoding.
  package func text(
    mediaType: String?, choice: TextEncoding? = nil
  ) throws(DocumentError) -> (text: ByteSource, decoding: TextDecoding) {
    let start = try bytes(in: 0..<TextDecoding.startLength)
    let decoding = TextDecoding(mediaType: mediaType, start: start, choice: choice)
    return (try decoding.text(of: self), decoding)
  }
}
