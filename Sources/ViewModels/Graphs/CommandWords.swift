import ClientModel

/// A program and its arguments on one line. Quotes are as in a shell, but nothing is expanded and a
/// backslash is an ordinary character.
enum CommandWords {
  /// Parses a line. Returns nil if a quote is not closed.
  static func words(of line: String) -> [String]? {
    var words: [String] = []
    var word: [UInt8]?
    var quote: UInt8?
    for byte in line.utf8 {
      switch (byte, quote) {
      case (_, byte?): quote = nil
      case (_, .some): word?.append(byte)
      case (UInt8(ascii: "'"), nil), (UInt8(ascii: "\""), nil): (quote, word) = (byte, word ?? [])
      case (UInt8(ascii: " "), nil):
        if let ended = word { words.append(String(decoding: ended, as: UTF8.self)) }
        word = nil
      case (_, nil): word = (word ?? []) + [byte]
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [String(decoding: $0, as: UTF8.self)] } ?? [])
  }

  static func line(of words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  private static func quoted(_ word: String) -> String {
    guard word.isEmpty || word.contains(anyByte: " '\"") else { return word }
    return "'" + word.replacing(bytes: "'", with: "'\"'\"'") + "'"
  }
}
