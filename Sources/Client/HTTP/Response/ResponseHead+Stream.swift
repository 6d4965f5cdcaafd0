import ClientModel

extension ResponseHead {
  /// Whether the body is a stream of server-sent events or JSON lines. A stream is read while it
  /// arrives.
  var isStream: Bool {
    guard let type = mediaType?.prefix(whileByte: { $0 != UInt8(ascii: ";") }) else { return false }
    let known = [
      "text/event-stream", "application/x-ndjson", "application/jsonl", "application/json-seq",
    ]
    return known.contains { $0.caseInsensitiveEquals(String(type)) }
  }
}
