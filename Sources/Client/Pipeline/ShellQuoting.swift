import ClientModel

/// The quoting of text for a shell.
enum ShellQuoting {
  static func quote(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(isSafe) { return text }
    // Control characters could control the terminal into which the user pastes the line.
    if text.unicodeScalars.contains(where: {
      ($0.value < 0x20 && $0.value != 0x0A) || (0x7F..<0xA0).contains($0.value)
    }) {
      return "$'" + text.unicodeScalars.map(escaped).joined() + "'"
    }
    return "'" + text.replacing(bytes: "'", with: "'\\''") + "'"
  }

  /// Quotes text with secrets. Plain text is in single quotes, and variables are between the quoted
  /// parts.
  static func quote(_ text: SensitiveText, _ secrets: CurlExport.Secrets) -> String {
    var result = ""
    var pending = ""
    for part in text.parts {
      switch part {
      case .plain(let piece): pending += piece
      case .literal(let secret, let encoding):
        guard secrets == .inClear else {
          pending += Secret.mask
          continue
        }
        pending += encoding.encode(secret)
      case .reference(.environment(let name), _) where isVariable(name):
        if !pending.isEmpty { result += quote(pending) }
        pending = ""
        result += "\"$\(name)\""
      case .reference: pending += Secret.mask
      }
    }
    return pending.isEmpty && !result.isEmpty ? result : result + quote(pending)
  }

  static func isVariable(_ name: String) -> Bool {
    name.utf8.first.map { !(0x30...0x39).contains($0) } ?? false
      && name.utf8.allSatisfy(ShellWord.isNameByte)
  }

  private static func isSafe(_ byte: UInt8) -> Bool {
    ShellWord.isNameByte(byte) || "-./:@%+,".utf8.contains(byte)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x27: return "\\'"
    case 0x5C: return "\\\\"
    case 0x0A: return "\\n"
    case 0..<0x20, 0x7F..<0xA0:
      // Adding 512 (octal 1000) keeps the leading zeros of the three digits.
      return String(scalar).utf8.map { "\\" + String(512 + Int($0), radix: 8).dropFirst() }.joined()
    default: return String(scalar)
    }
  }
}
