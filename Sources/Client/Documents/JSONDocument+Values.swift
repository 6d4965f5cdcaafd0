extension JSONDocument {
  /// Where a value stands in the body, bracket to bracket, quote to quote.
  package func range(of node: JSONNode) throws(DocumentError) -> Range<Int> {
    node.offset..<max(node.offset, try end(of: node, reader()))
  }

  /// The value as it stands in the body, byte for byte; the first `limit` bytes of it.
  package func rawText(of node: JSONNode, limit: Int = .max) throws(DocumentError) -> [UInt8] {
    let range = try range(of: node)
    return try source.bytes(in: range.lowerBound..<range.lowerBound + min(range.count, limit))
  }

  /// What a person wants on the clipboard: a string without quotes and escapes, else the raw text.
  package func copyText(of node: JSONNode) throws(DocumentError) -> String {
    if let string = try string(of: node) { return string }
    return String(decoding: try rawText(of: node), as: UTF8.self)
  }

  /// A string value decoded; `nil` when the value is not a string.
  package func string(of node: JSONNode) throws(DocumentError) -> String? {
    guard node.kind == .string else { return nil }
    let raw = try rawText(of: node).dropFirst()
    // Without its closing quote the string has not arrived completely: all of it is content.
    let isClosed = raw.last == JSONByte.quote && raw.count > 0
    return JSONText.string(isClosed ? raw.dropLast() : raw)
  }
}
