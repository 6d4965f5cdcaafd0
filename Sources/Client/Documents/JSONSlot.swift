import CJSONScan

/// A child of a container as written in the text: an optional key and a value.
struct JSONSlot {
  /// The raw text of the key, between the quotes.
  var key: Range<Int>?
  var value: JSONNode
  let ordinal: Int
}

extension JSONDocument {
  /// Reads the slot that starts at `offset`, directly after a bracket or comma.
  func slot(
    at offset: Int, ordinal: Int, of container: JSONNode, _ reader: ByteReader
  ) throws(DocumentError) -> JSONSlot {
    var at = try reader.skipSpace(from: offset)
    // A partial byte order mark is not skipped, because that would move past the end of the body.
    if at == 0, try reader.byte(at: 0) == 0xEF, try reader.byte(at: 1) == 0xBB,
      try reader.byte(at: 2) == 0xBF
    {
      at = try reader.skipSpace(from: 3)
    }
    var key: Range<Int>?
    if container.kind == .object, try reader.byte(at: at) == JSONByte.quote {
      let end = try endOfString(from: at, reader)
      let colon = try reader.skipSpace(from: end)
      if try reader.byte(at: colon) == JSONByte.colon {
        key = (at + 1)..<max(at + 1, end - 1)
        at = try reader.skipSpace(from: colon + 1)
      }
    }
    let value = JSONNode(
      offset: at, kind: try kind(at: at, reader), depth: container.depth + 1)
    return JSONSlot(key: key, value: value, ordinal: ordinal)
  }

  /// Returns the end of a value, or the end of the indexed bytes if the value is incomplete.
  func end(of node: JSONNode, _ reader: ByteReader) throws(DocumentError) -> Int {
    switch node.kind {
    case .document: return reader.count
    case .missing: return node.offset
    case .string: return try endOfString(from: node.offset, reader)
    case .object, .array:
      if let container = index.containerIndex(at: node.offset) {
        let end = index.containers[container].end
        return end == 0 ? reader.count : Int(end)
      }
      var seek = JSONSeek(inside: node.offset + 1)
      var seen = 0
      _ = try seek.run(reader, to: reader.count, limit: -1, target: 1, floor: 0, seen: &seen)
      return seek.offset
    default:
      var at = node.offset
      while let byte = try reader.byte(at: at), !JSONByte.endsWord(byte) { at += 1 }
      return max(at, node.offset + 1)
    }
  }

  func endOfString(from quote: Int, _ reader: ByteReader) throws(DocumentError) -> Int {
    var at = quote + 1
    var escaped: UInt8 = 0
    // Most of a long string is skipped with the last landmark in it.
    if let known = index.landmark(insideString: quote), known.offset < reader.count {
      at = Int(known.offset)
      escaped = known.escaped
    }
    while at < reader.count {
      let step = try reader.withBytes(from: at, to: reader.count) { bytes in
        let length = cjs_string(bytes.baseAddress, bytes.count, &escaped)
        return (length: min(length, bytes.count), isEnd: length <= bytes.count)
      }
      guard let step else { break }
      at += step.length
      if step.isEnd { break }
    }
    return at
  }

  private func kind(at offset: Int, _ reader: ByteReader) throws(DocumentError) -> JSONNode.Kind {
    guard let byte = try reader.byte(at: offset) else { return .missing }
    switch byte {
    case JSONByte.openObject: return .object
    case JSONByte.openArray: return .array
    case JSONByte.quote: return .string
    case UInt8(ascii: "-"), 0x30...0x39: return .number
    case UInt8(ascii: "t"): return try isWord("true", at: offset, reader) ? .true : .unknown
    case UInt8(ascii: "f"): return try isWord("false", at: offset, reader) ? .false : .unknown
    case UInt8(ascii: "n"): return try isWord("null", at: offset, reader) ? .null : .unknown
    case JSONByte.comma, JSONByte.closeArray, JSONByte.closeObject: return .missing
    default: return .unknown
    }
  }

  private func isWord(
    _ word: StaticString, at offset: Int, _ reader: ByteReader
  ) throws(DocumentError) -> Bool {
    var at = offset
    for index in 0..<word.utf8CodeUnitCount {
      guard try reader.byte(at: at) == word.utf8Start[index] else { return false }
      at += 1
    }
    guard let next = try reader.byte(at: at) else { return true }
    return JSONByte.endsWord(next)
  }
}
