/// Parses header values that may contain quoted strings. Source: RFC 9110, section 5.6.
package enum HeaderParser {
  /// Splits the text at separators outside quotes. Quotes are kept in the parts.
  package static func split(_ text: some StringProtocol, at separator: Unicode.Scalar) -> [String] {
    var pieces: [String.UnicodeScalarView] = [String.UnicodeScalarView()]
    var isQuoted = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
      } else if isQuoted, scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        isQuoted.toggle()
      } else if scalar == separator, !isQuoted {
        pieces.append(String.UnicodeScalarView())
        continue
      }
      pieces[pieces.count - 1].append(scalar)
    }
    return pieces.map(String.init)
  }

  /// Parses `name=value` or `name="quoted \"value\""`, and returns the name in lower case. Returns
  /// nil if there is no name or no equals sign.
  package static func parameter(_ text: String) -> (String, String)? {
    guard let (name, value) = text.cut(at: "=") else { return nil }
    let lowered = name.trimmed(of: " \t").lowercased()
    guard !lowered.isEmpty else { return nil }
    return (lowered, unquoted(value.trimmed(of: " \t")))
  }

  package static func unquoted(_ text: Substring) -> String {
    guard text.utf8.count >= 2, text.begins(with: "\""), text.ends(with: "\"") else {
      return String(text)
    }
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.dropping(bytes: 1).droppingLast(bytes: 1).unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
      } else {
        result.append(scalar)
        isEscaped = false
      }
    }
    return String(result)
  }
}
