/// Functions for the row texts of JSON inside another body.
extension OutlineText {
  func jsonLabel(of node: Outline.Node) throws(DocumentError) -> Piece {
    guard node.kind == .member else { return Piece("\(node.label.lowerBound)", .number) }
    let key = JSONText.string(try source.bytes(in: node.label.prefix(Self.longest)))
    return Piece(key.isEmpty ? "\"\"" : key, .name)
  }

  /// Returns the tone of a value from its first byte.
  func jsonTone(of node: Outline.Node) throws(DocumentError) -> Tone {
    guard node.children == 0 else { return .muted }
    switch try source.bytes(in: node.value.prefix(1)).first {
    case JSONByte.quote: return .text
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .attributes
    case UInt8(ascii: "n"): return .muted
    case JSONByte.openObject, JSONByte.openArray: return .mark
    default: return .number
    }
  }
}
