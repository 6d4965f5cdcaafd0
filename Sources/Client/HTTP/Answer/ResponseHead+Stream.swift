import ClientModel

extension ResponseHead {
  /// Whether its body is made to be read while it comes: events, or JSON a line.
  var isStream: Bool {
    guard let type = mediaType?.prefix(whileByte: { $0 != UInt8(ascii: ";") }) else { return false }
    let known = [
      "text/event-stream", "application/x-ndjson", "application/jsonl", "application/json-seq",
    ]
    return known.contains { $0.caseInsensitiveEquals(String(type)) }
  }
}
