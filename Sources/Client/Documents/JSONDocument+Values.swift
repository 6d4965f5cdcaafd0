extension JSONDocument {
  /// Returns the range of a value in the body, including brackets or quotes.
  package func range(of node: JSONNode) throws(DocumentError) -> Range<Int> {
    node.offset..<max(node.offset, try end(of: node, reader()))
  }

  /// Returns the first `limit` bytes of a value as written in the body.
  package func rawText(of node: JSONNode, limit: Int = .max) throws(DocumentError) -> [UInt8] {
    let range = try range(of: node)
    return try source.bytes(in: range.lowerBound..<range.lowerBound + min(range.count, limit))
  }

  /// Returns the text to copy to the clipboard: a decoded string, or any other value as written.
  package func copyText(of node: JSONNode) throws(DocumentError) -> String {
    if let string = try string(of: node) { return string }
    return String(decoding: try rawText(of: node), as: UTF8.self)
  }

  /// Returns the decoded string, or nil if the value is not a string.
  package func string(of node: JSONNode) throws(DocumentError) -> String? {
    guard node.kind == .string else { return nil }
    let raw = try rawText(of: node).dropFirst()
    // A string without a closing quote is incomplete, and its last byte is content.
    let isClosed = raw.last == JSONByte.quote && raw.count > 0
    return JSONText.string(isClosed ? raw.dropLast() : raw)
  }
}
