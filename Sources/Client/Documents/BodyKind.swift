/// What a body is, and so how it is shown.
package enum BodyKind: Equatable, Sendable {
  /// One JSON value: a tree.
  case json
  /// One JSON value in each line (NDJSON, JSON Lines): a tree with many roots.
  case jsonLines
  /// XML and HTML, shown as text.
  case xml
  /// Any other text.
  case text
  /// Bytes that are no text: shown as hexadecimal rows.
  case binary

  /// Decides from the media type first and from the first bytes where it says nothing or too much.
  ///
  /// - Parameter mediaType: The value of Content-Type with or without parameters; `nil` when absent.
  /// - Parameter start: The first bytes of the body; 1,024 are plenty.
  /// - Source: RFC 8259 section 11, RFC 6839 section 3.1 (`+json`), RFC 7303 (`+xml`).
  package static func detect(mediaType: String?, start: [UInt8]) -> BodyKind {
    let named = mediaType.flatMap(Self.kind(ofMediaType:))
    // A server that calls an error page or an image JSON is common: the bytes may only say "binary".
    if let named, named != BodyKind.text { return looksBinary(start) ? .binary : named }
    if looksBinary(start) { return .binary }
    return guess(start)
  }

  private static func kind(ofMediaType text: String) -> BodyKind? {
    let type = text.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    switch type {
    case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
      "application/jsonlines", "application/x-json-stream", "application/json-lines",
      "application/stream+json":
      return .jsonLines
    case "application/json", "text/json", "application/x-json":
      return .json
    case "application/xml", "text/xml", "text/html", "image/svg+xml":
      return .xml
    default: break
    }
    if type.hasSuffix("+json") { return .json }
    if type.hasSuffix("+xml") { return .xml }
    return type.hasPrefix("text/") ? .text : nil
  }

  /// NUL and most control bytes never stand in text; an escape may (coloured logs).
  private static func looksBinary(_ start: [UInt8]) -> Bool {
    start.contains { $0 < 0x20 && !(0x07...0x0D).contains($0) && $0 != 0x1B }
  }

  private static func guess(_ start: [UInt8]) -> BodyKind {
    let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    guard let first = text.first(where: { !JSONByte.isSpace($0) }) else { return .text }
    if first == UInt8(ascii: "<") { return .xml }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return .text }
    return isLines(text) ? .jsonLines : .json
  }

  /// Whether the first line is a whole value and the second starts another.
  private static func isLines(_ text: ArraySlice<UInt8>) -> Bool {
    guard let end = text.firstIndex(of: 0x0A) else { return false }
    guard let next = text[end...].first(where: { !JSONByte.isSpace($0) }) else { return false }
    guard next == UInt8(ascii: "{") || next == UInt8(ascii: "[") else { return false }
    return JSONValidator.fault(in: Array(text[..<end])) == nil
  }
}
