import ClientModel

extension ShellDialect {
  /// Removes quotes and backslashes from a word, like the shell. Nothing is expanded or run. An
  /// unterminated quote ends at the end of the word.
  func unquoted(_ word: String) -> String {
    if self == .fishThree { return word.isSame(as: "''") ? "" : word }
    var reading = QuoteReading(dialect: self)
    for byte in word.utf8 { reading.take(byte) }
    return reading.text
  }
}

/// A parser for the quotes of one word.
private struct QuoteReading {
  private enum Quote { case none, single, double }

  private static let (backslash, single, double) = (
    UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\"")
  )

  private let escapesInSingle: Bool
  private var quote = Quote.none
  private var isEscaped = false
  private var bytes: [UInt8] = []

  init(dialect: ShellDialect) { escapesInSingle = dialect == .fish }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func take(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
      if !losesBackslash(before: byte) { bytes.append(Self.backslash) }
      bytes.append(byte)
      return
    }
    switch (quote, byte) {
    case (.none, Self.backslash), (.double, Self.backslash): isEscaped = true
    case (.single, Self.backslash) where escapesInSingle: isEscaped = true
    case (.none, Self.single): quote = .single
    case (.none, Self.double): quote = .double
    case (.single, Self.single), (.double, Self.double): quote = .none
    default: bytes.append(byte)
    }
  }

  private func losesBackslash(before byte: UInt8) -> Bool {
    switch quote {
    case .none: true
    case .single: byte == Self.single || byte == Self.backslash
    case .double: "\"\\$`".utf8.contains(byte)
    }
  }
}
