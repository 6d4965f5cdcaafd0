import ClientModel

/// What a body is, and so how it is shown.
package enum BodyKind: String, CaseIterable, Equatable, Sendable {
  /// One JSON value: a tree.
  case json
  /// One JSON value in each line (NDJSON, JSON Lines): a tree with many roots.
  case jsonLines
  /// JSON texts, each behind a record separator (RFC 7464): a tree with many roots.
  case jsonSequence
  case xml, html
  /// Records with fields: CSV and its kin.
  case table
  /// `application/x-www-form-urlencoded`.
  case form
  case multipart
  /// `text/event-stream`.
  case events
  /// PNG, JPEG and their kin: drawn.
  case picture
  /// Any other text.
  case text
  /// Bytes that are no text: shown as hexadecimal rows.
  case binary

  /// Decides from the media type first, and from the first bytes where it says nothing, too much, or what
  /// cannot be.
  ///
  /// - Parameter mediaType: The value of Content-Type with or without parameters; `nil` when absent.
  /// - Parameter start: The first bytes of the body; 1,024 are plenty.
  /// - Source: RFC 8259 section 11, RFC 6839 section 3.1 (`+json`), RFC 7303 (`+xml`).
  package static func detect(mediaType: String?, start: [UInt8]) -> BodyKind {
    let named = mediaType.flatMap(Self.named)
    // Parts may hold anything, and a record separator is a control byte.
    if named == .multipart || named == .jsonSequence { return named ?? .binary }
    // A server that calls an error page or an image JSON is common.
    if looksBinary(start) { return PictureFormat(start: start) == nil ? .binary : .picture }
    guard let named, named != .text else { return guess(start) }
    let look = FirstLook(start)
    switch named {
    case .json, .jsonLines: return look.isMarkup ? look.markup : named
    case .xml, .html, .table, .form: return look.isJSON ? guess(start) : named
    case .picture: return guess(start)
    case .jsonSequence, .multipart, .events, .text, .binary: return named
    }
  }

  /// What the content type alone says; nil for types that no reader is for.
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

  /// NUL and most control bytes never stand in text; an escape may (coloured logs).
  private static func looksBinary(_ start: [UInt8]) -> Bool {
    start.contains { $0 < 0x20 && !(0x07...0x0D).contains($0) && $0 != 0x1B }
  }

  private static func guess(_ start: [UInt8]) -> BodyKind {
    let look = FirstLook(start)
    if look.isMarkup { return look.markup }
    if look.first == JSONByte.openObject || look.first == JSONByte.openArray {
      return isLines(look.text) ? .jsonLines : .json
    }
    return TableDialect.isUnmistakable(start) ? .table : .text
  }

  /// Whether the first line is a complete value and the second starts another.
  private static func isLines(_ text: ArraySlice<UInt8>) -> Bool {
    guard let end = text.firstIndex(of: 0x0A) else { return false }
    guard let next = text[end...].first(where: { !JSONByte.isSpace($0) }) else { return false }
    guard next == JSONByte.openObject || next == JSONByte.openArray else { return false }
    return JSONValidator.fault(in: Array(text[..<end])) == nil
  }
}

/// What the first bytes of a body look like.
private struct FirstLook {
  /// From the first byte on that is not white space.
  let text: ArraySlice<UInt8>

  init(_ start: [UInt8]) {
    let marked = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    text = marked.drop { JSONByte.isSpace($0) }
  }

  var first: UInt8? { text.first }

  /// Whether it begins as XML or HTML does.
  var isMarkup: Bool {
    guard first == UInt8(ascii: "<"), let next = text.dropFirst().first else { return false }
    return next == UInt8(ascii: "!") || next == UInt8(ascii: "?") || XMLTag.isNameStart(next)
  }

  var markup: BodyKind {
    let head = String(decoding: text.prefix(512), as: UTF8.self).lowercased()
    let isHTML = ["<!doctype html", "<html", "<head", "<body"].contains { head.begins(with: $0) }
    return isHTML || head.begins(with: "<!--") && head.contains(bytes: "<html") ? .html : .xml
  }

  /// Whether it begins as an object or a list does, and as nothing else: templates begin with two braces.
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
