/// The key of a command in a message: `"\(key: .queue(.cancel)) cancels it here."`
///
/// View models do not know keys. The message contains the name of the command between two marks.
/// The code that displays the message replaces the name with the user's key.
package enum KeyMention {
  /// A private-use scalar. Fonts and servers assign no meaning to this scalar.
  static let mark: Unicode.Scalar = "\u{F8FF}"

  /// Returns the text after replacing each mention of a command with its key.
  ///
  /// - Parameter label: Returns the displayed name of the key, or nil for a command without a key.
  /// For nil, the name of the command is inserted.
  package static func resolved(_ text: String, label: (Command) -> String?) -> String {
    guard text.unicodeScalars.contains(mark) else { return text }
    let parts = text.unicodeScalars.split(separator: mark, omittingEmptySubsequences: false)
    return parts.map { part in
      guard let command = CommandTable.command(named: String(part)) else { return String(part) }
      return label(command) ?? "`\(command.name ?? "")`"
    }.joined()
  }
}

extension DefaultStringInterpolation {
  package mutating func appendInterpolation(key command: Command) {
    appendLiteral("\(KeyMention.mark)\(command.name ?? "")\(KeyMention.mark)")
  }
}
