import ClientDocuments
import Terminal

/// A formatter that indents and colours JSON for a terminal, one chunk at a time. Tokens are
/// unchanged, except that control characters are made safe.
struct ColouredJSON {
  private var layout = JSONLayout()

  /// Formats a complete text.
  static func text(_ bytes: [UInt8]) -> String {
    var coloured = ColouredJSON()
    return coloured.text(bytes)
  }

  /// Formats the next chunk of the text. A chunk ends at a character boundary.
  mutating func text(_ bytes: [UInt8]) -> String {
    var text = ""
    layout.feed(bytes[...]) { token, piece in
      let safe = SafeText.lines(of: String(decoding: piece, as: UTF8.self)).map(\.string)
        .joined(separator: "\n")
      guard Console.isColoured, let code = Self.code(of: token) else {
        text += safe
        return
      }
      text += "\u{1B}[\(code)m\(safe)\u{1B}[0m"
    }
    return text
  }

  private static func code(of token: JSONToken) -> Int? {
    switch token {
    case .key: 34
    case .string: 32
    case .number: 36
    case .boolean, .null: 35
    default: nil
    }
  }
}
