import ClientModel

/// Finds aliases used within keys before the file is parsed.
///
/// The parser hashes each key to find doubles; a key made of nested aliases would be hashed as often
/// as it stands for values, without an end in sight. No file of ours has such keys. A file without
/// an anchor that an alias names is passed at once.
enum AliasScan {
  static func refuseCollectionKeys(_ text: String, file: String) throws(YAMLProblem) {
    guard text.utf8.contains(UInt8(ascii: "*")), text.utf8.contains(UInt8(ascii: "&")) else {
      return
    }
    // A carriage return and a line feed end one line.
    let lines = text.replacing(bytes: "\r\n", with: "\n").unicodeScalars
      .split(omittingEmptySubsequences: false, whereSeparator: isLineEnd)
      .map { Array(String($0).utf8) }
    let anchors = Set(lines.flatMap { names(in: $0, after: UInt8(ascii: "&")) })
    guard !anchors.isEmpty,
      lines.contains(where: { !anchors.isDisjoint(with: names(in: $0, after: UInt8(ascii: "*"))) })
    else { return }
    for (index, line) in lines.enumerated() {
      guard let column = keyColumn(line) else { continue }
      throw YAMLProblem(
        YAMLPlace(file: file, line: index + 1, column: column),
        why: "A key is a list, a mapping or an alias, in a file that uses aliases.",
        whatToDo: "Use plain texts as keys.")
    }
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// The names that follow a mark which stands where a value may begin.
  private static func names(in line: [UInt8], after mark: UInt8) -> [[UInt8]] {
    guard line.contains(mark) else { return [] }
    return line.indices.compactMap { index in
      guard line[index] == mark, opens(line, before: index) else { return nil }
      let name = Array(line[(index + 1)...].prefix(while: isName))
      return name.isEmpty ? nil : name
    }
  }

  /// Where a `?` key, an alias before a colon, or a bracket before a colon stands in a line.
  private static func keyColumn(_ line: [UInt8]) -> Int? {
    for (index, byte) in line.enumerated() {
      let rest = line[(index + 1)...]
      switch byte {
      case UInt8(ascii: "?"):
        if opens(line, before: index), rest.first.map({ $0 == 0x20 || $0 == 0x09 }) ?? true {
          return index + 1
        }
      case UInt8(ascii: "*"):
        let name = rest.prefix(while: isName)
        if opens(line, before: index), !name.isEmpty, isColonNext(rest.dropFirst(name.count)) {
          return index + 1
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if isColonNext(rest) { return index + 1 }
      default: continue
      }
    }
    return nil
  }

  private static func opens(_ line: [UInt8], before index: Int) -> Bool {
    index == 0 || [0x20, 0x09, 0x2D, 0x5B, 0x7B, 0x2C, 0x3F].contains(line[index - 1])
  }

  private static func isColonNext(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ":")
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F
      || byte == 0x2D
  }
}
