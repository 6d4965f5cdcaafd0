import ClientModel

/// The kind of a body, which decides how the body is shown.
package enum BodyKind: String, CaseIterable, Equatable, Sendable {
  /// One JSON value, shown as a tree.
  case json
  /// One JSON value per line (NDJSON, JSON Lines), shown as a tree with several roots.
  case jsonLines
  /// A JSON text sequence with record separators (RFC 7464), shown as a tree with several roots.
  case jsonSequence
  case xml, html
  /// Records with fields: CSV and similar formats.
  case table
  /// `application/x-www-form-urlencoded`.
  case form
  case multipart
  /// `text/event-stream`.
  case events
  /// A PNG, JPEG or similar image, shown as a picture.
  case picture
  /// Any other text.
  case text
  /// Bytes that are not text, shown as hexadecimal rows.
  case binary

  /// Returns the kind of a body from its media type and its first bytes.
  ///
  /// The media type decides, unless it is absent or too general, or the first bytes contradict it.
  ///
  /// - Parameter mediaType: The value of Content-Type, which may have parameters, or nil if absent.
  /// - Parameter start: The first bytes of the body; 1,024 are enough.
  /// - Source: RFC 8259 section 11, RFC 6839 section 3.1 (`+json`), RFC 7303 (`+xml`).
  package static func detect(mediaType: String?, start: [UInt8]) -> BodyKind {
    let named = mediaType.flatMap(Self.named)
    // These kinds may contain control bytes: parts are arbitrary bytes, and a record separator is a
    // control byte.
    if named == .multipart || named == .jsonSequence { return named ?? .binary }
    // Servers often label an error page or an image as JSON.
    if looksBinary(start) { return PictureFormat(start: start) == nil ? .binary : .picture }
    guard let named, named != .text else { return guess(start) }
    let look = BodyPrefix(start)
    switch named {
    case .json, .jsonLines: return look.isMarkup ? look.markup : named
    case .xml, .html, .table, .form: return look.isJSON ? guess(start) : named
    case .picture: return guess(start)
    case .jsonSequence, .multipart, .events, .text, .binary: return named
    }
  }

  /// Returns the kind from the media type alone, or nil if the media type is too general.
  package static func named(byMediaType text: String) -> BodyKind? {
    let essence = text.unicodeScalars.prefix { $0 != ";" }
    let type = String(essence.filter { !$0.properties.isWhitespace }).lowercased()
    switch type {
    case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
      "application/jsonlines", "application/x-json-stream", "application/json-lines",
      "application/stream+json":
      return .jsonLines
    case "application/json-seq": return .jsonSequence
    case "application/json", "text/json", "application/x-json": return .json
    case "text/html", "application/xhtml+xml": return .html
    case "application/xml", "text/xml", "image/svg+xml": return .xml
    case "text/csv", "application/csv", "text/x-csv", "text/comma-separated-values",
      "text/tab-separated-values":
      return .table
    case "application/x-www-form-urlencoded": return .form
    case "text/event-stream": return .events
    default: break
    }
    if type.ends(with: "+json-seq") { return .jsonSequence }
    if type.ends(with: "+json") { return .json }
    if type.ends(with: "+xml") { return .xml }
    if type.begins(with: "multipart/") { return .multipart }
    if PictureFormat.isNamed(by: type) { return .picture }
    return type.begins(with: "text/") ? .text : nil
  }

  /// Returns whether the bytes contain a control byte that text does not use, such as NUL. ESC is
  /// allowed, because coloured logs contain it.
  private static func looksBinary(_ start: [UInt8]) -> Bool {
    start.contains { $0 < 0x20 && !(0x07...0x0D).contains($0) && $0 != 0x1B }
  }

  private static func guess(_ start: [UInt8]) -> BodyKind {
    let look = BodyPrefix(start)
    if look.isMarkup { return look.markup }
    if look.first == JSONByte.openObject || look.first == JSONByte.openArray {
      return isLines(look.text) ? .jsonLines : .json
    }
    return TableDialect.isUnmistakable(start) ? .table : .text
  }

  /// Returns whether the text looks like JSON Lines. The first line must be a complete JSON value,
  /// and an object or array must follow.
  private static func isLines(_ text: ArraySlice<UInt8>) -> Bool {
    guard let end = text.firstIndex(of: 0x0A) else { return false }
    guard let next = text[end...].first(where: { !JSONByte.isSpace($0) }) else { return false }
    guard next == JSONByte.openObject || next == JSONByte.openArray else { return false }
    return JSONValidator.fault(in: Array(text[..<end])) == nil
  }
}

/// The first bytes of a body, examined for signs of its kind.
private struct BodyPrefix {
  /// The first bytes without leading white space.
  let text: ArraySlice<UInt8>

  init(_ start: [UInt8]) {
    let marked = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    text = marked.drop { JSONByte.isSpace($0) }
  }

  var first: UInt8? { text.first }

  var isMarkup: Bool {
    guard first == UInt8(ascii: "<"), let next = text.dropFirst().first else { return false }
    return next == UInt8(ascii: "!") || next == UInt8(ascii: "?") || XMLTag.isNameStart(next)
  }

  var markup: BodyKind {
    let head = String(decoding: text.prefix(512), as: UTF8.self).lowercased()
    let isHTML = ["<!doctype html", "<html", "<head", "<body"].contains { head.begins(with: $0) }
    return isHTML || head.begins(with: "<!--") && head.contains(bytes: "<html") ? .html : .xml
  }

  /// Whether the text begins like an object or array, and not with the two braces of a template.
  var isJSON: Bool {
    let rest = text.dropFirst().drop { JSONByte.isSpace($0) }
    guard let next = rest.first else { return false }
    if first == JSONByte.openObject { return next == JSONByte.quote || next == UInt8(ascii: "}") }
    guard first == JSONByte.openArray else { return false }
    return JSONByte.isDigit(next)
      || [JSONByte.openObject, JSONByte.openArray, JSONByte.quote, UInt8(ascii: "-")]
        .contains(next)
  }
}
