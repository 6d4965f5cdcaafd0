import ClientDocuments

extension TreeRow {
  /// A row as the document has it.
  init(_ row: FoldedRows.Row, isSingle: Bool) {
    let child = row.child
    let label: Label =
      if let key = child.key {
        .key(JSONText.string(key))
      } else if isSingle, row.depth == 0 {
        .root
      } else {
        .place(child.ordinal)
      }
    self.init(
      label: label, kind: Kind(child.node.kind), depth: row.depth,
      preview: Self.flat(child.preview), isCut: child.isCut, children: child.childCount?.known,
      mayGrow: child.childCount.map { if case .atLeast = $0 { true } else { false } } ?? false,
      isOpen: row.isOpen)
  }

  /// Text in one line: runs of white space outside of strings become one space.
  private static func flat(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        if result.last != 0x20 { result.append(0x20) }
        continue
      } else {
        isInString = byte == UInt8(ascii: "\"")
      }
      result.append(byte)
    }
    // Half a character at a cut would show as a fault that the body does not have.
    for length in 1...3 where result.count >= length {
      let lead = result[result.count - length]
      if lead & 0xC0 == 0xC0 {
        if length < (lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2) { result.removeLast(length) }
        break
      }
      if lead < 0x80 { break }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension TreeRow.Kind {
  fileprivate init(_ kind: JSONNode.Kind) {
    switch kind {
    case .object: self = .object
    case .array: self = .array
    case .string: self = .string
    case .number: self = .number
    case .true, .false: self = .boolean
    case .null: self = .null
    case .unknown, .missing, .document: self = .unknown
    }
  }
}
