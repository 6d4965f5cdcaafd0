import ClientDocuments
import Terminal

/// JSON indented and coloured for a terminal; its bytes are those of the body, made safe.
enum ColouredJSON {
  static func text(_ bytes: [UInt8]) -> String {
    var layout = JSONLayout()
    var text = ""
    layout.feed(bytes[...]) { token, piece in
      let safe = SafeText.lines(of: String(decoding: piece, as: UTF8.self)).map(\.string)
        .joined(separator: "\n")
      guard Console.isColoured, let code = code(of: token) else {
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
