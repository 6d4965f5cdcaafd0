import ClientDocuments
import ClientModel

/// A file name that is safe on this machine. It is made from a name suggested by a server or a URL.
///
/// - Source: RFC 6266, section 4.3.
package struct SafeFileName: Hashable, Sendable, CustomStringConvertible {
  /// One path segment of 1 to 255 bytes without a leading dot or dash.
  package let name: String
  /// Whether the server named the file. The server then also chose the extension.
  package private(set) var isGiven = false

  /// Creates a name from the last segment of the suggestion. Unsafe characters become `_`. An empty
  /// result becomes `response`.
  package init(suggested: String) {
    let segment = suggested.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last
    var text = String.UnicodeScalarView()
    for scalar in segment ?? Substring.UnicodeScalarView() {
      text.append(Self.isSafe(scalar) ? scalar : "_")
    }
    // Leading and trailing dots hide a file or change its type. Trailing spaces do too.
    let trimmed = text.drop { ".- ".unicodeScalars.contains($0) }
    let end = trimmed.lastIndex { !". ".unicodeScalars.contains($0) }
    name = Self.cut(end.map { String(trimmed[...$0]) } ?? "")
  }

  /// Creates the name from `Content-Disposition`, or else from the last path segment of the URL.
  package init(contentDisposition: String?, url: String) {
    if let suggested = contentDisposition.flatMap({ ContentDisposition($0)?.fileName }),
      !suggested.isEmpty
    {
      self.init(suggested: suggested)
      isGiven = true
      return
    }
    let target = url[RequestURL.pathStart(of: url)...]
    let path = target.firstIndex(ofAnyByte: "?#").map { target[..<$0] } ?? target
    let last = path.words(at: "/").last ?? ""
    self.init(suggested: PercentEncoding.decode(last) ?? String(last))
  }

  package var description: String { name }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: return false
    case 0x22, 0x2A, 0x3A, 0x3C, 0x3E, 0x3F, 0x7C, 0x24, 0x60: return false
    default:
      switch scalar.properties.generalCategory {
      case .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
        return false
      default: return true
      }
    }
  }

  /// Shortens a name to 255 bytes at a character boundary. Keeps a short extension.
  private static func cut(_ text: String) -> String {
    if text.isEmpty { return "response" }
    guard text.utf8.count > 255 else { return text }
    let dot = text.lastIndex(ofByte: ".")
    let ending = dot.map { String(text[$0...]) }.flatMap { $0.utf8.count <= 20 ? $0 : nil } ?? ""
    var stem = String(text.droppingLast(bytes: ending.utf8.count))
    var scalars = stem.unicodeScalars
    while scalars.reduce(0, { $0 + $1.utf8.count }) + ending.utf8.count > 255 {
      scalars = String.UnicodeScalarView(scalars.prefix(min(scalars.count - 1, 255)))
    }
    stem = String(scalars)
    return stem + ending
  }
}

/// A `Content-Disposition` header. It says whether to save the body, and under which name.
///
/// - Source: RFC 6266; extended parameters: RFC 8187.
package struct ContentDisposition: Hashable, Sendable {
  /// The type in lower case: `attachment`, `inline`, `form-data`.
  package let type: String
  /// The file name as the server wrote it, or nil if there is none. It is unsafe; use
  /// `SafeFileName`.
  package let fileName: String?

  /// Parses a header value. Returns nil if the text does not begin with a type.
  package init?(_ text: String) {
    let pieces = HeaderParser.split(text, at: ";")
    let type = (pieces.first ?? "").trimmed(of: " \t").lowercased()
    guard !type.isEmpty, !type.contains(byte: "=") else { return nil }
    self.type = type
    let parameters = pieces.dropFirst().compactMap(HeaderParser.parameter)
    let extended = parameters.first { $0.0 == "filename*" }.flatMap { Self.decoded($0.1) }
    fileName = extended ?? parameters.first { $0.0 == "filename" }?.1
  }

  /// Decodes a value such as `UTF-8''na%C3%AFve.txt`. Supports the charsets of browsers. Returns
  /// nil for an invalid value, so that the plain parameter is used instead.
  private static func decoded(_ text: String) -> String? {
    let pieces = text.pieces(at: "'", maxSplits: 2)
    guard pieces.count == 3, let encoding = TextEncoding(label: pieces[0]),
      let bytes = PercentEncoding.decodeBytes(pieces[2])
    else { return nil }
    return encoding == .utf8 ? String(validating: bytes, as: UTF8.self) : encoding.text(of: bytes)
  }
}
