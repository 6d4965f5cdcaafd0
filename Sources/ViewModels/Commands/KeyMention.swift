/// The key of a command within a message: `"\(key: .queue(.cancel)) cancels it here."`
///
/// View models do not know keys. Such a message contains the command's name between two marks. The
/// code that displays the message replaces the name by the user's key for the command.
package enum KeyMention {
  /// A private-use scalar. Fonts and servers assign no meaning to it.
  static let mark: Unicode.Scalar = "\u{F8FF}"

  /// Returns the text in which each mention of a command is replaced by the key of that command.
  ///
  /// - Parameter label: Returns the displayed name of the key, or nil for a command without a key.
  ///   For nil, the name of the command is inserted instead.
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
