/// The key of a command within a message: `"\(key: .queue(.cancel)) cancels it here."`
///
/// View models know no keys. Such a message contains the command's name between two marks, and whoever shows
/// it puts in the key that the user has for the command.
package enum KeyMention {
  /// A scalar for private use, which no font and no server gives a meaning.
  static let mark: Unicode.Scalar = "\u{F8FF}"

  /// The text with the key of each command that it mentions.
  ///
  /// - Parameter label: The key as people read it; nil for a command without one, which is then named.
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
