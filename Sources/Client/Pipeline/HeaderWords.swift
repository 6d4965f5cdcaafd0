/// Splitting of header values that may hold quoted strings. Source: RFC 9110, section 5.6.
enum HeaderWords {
  /// The pieces between separators that stand outside quotes, as they are.
  static func split(_ text: some StringProtocol, at separator: Character) -> [String] {
    var pieces = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == separator, !isQuoted {
        pieces.append("")
        continue
      }
      pieces[pieces.count - 1].append(character)
    }
    return pieces
  }

  /// `name=value` or `name="quoted \"value\""`; the name in lower case.
  static func parameter(_ text: String) -> (String, String)? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let name = text[..<equals].trimmed.lowercased()
    guard !name.isEmpty else { return nil }
    return (name, unquoted(text[text.index(after: equals)...].trimmed))
  }

  static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
    var result = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }
}

extension StringProtocol {
  /// Without spaces and tabs at both ends.
  var trimmed: SubSequence {
    guard let first = firstIndex(where: { !($0 == " " || $0 == "\t") }),
      let last = lastIndex(where: { !($0 == " " || $0 == "\t") })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}
