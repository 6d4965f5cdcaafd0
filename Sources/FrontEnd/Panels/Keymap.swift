package import Terminal
package import ViewModels

/// Which keys stand for which commands.
package struct Keymap: Sendable {
  package static let standard = Keymap()

  /// What a key means while `pending` keys went before it.
  package func interpret(_ key: Key, after pending: [Key], in contexts: [Context]) -> Meaning {
    .nothing
  }

  /// What a key comes to.
  package enum Meaning: Hashable, Sendable {
    case command(Command)
    /// The beginning of several commands: keep it and wait for the next key.
    case prefix([Key])
    case nothing
  }
}
