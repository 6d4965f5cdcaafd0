package import Terminal
package import ViewModels

/// Turns keys into commands, and remembers the beginning of a chord.
package struct KeyReader: Sendable {
  package var keymap: Keymap
  /// The keys of a chord that is not complete.
  package private(set) var pending: [Key] = []

  package init(_ keymap: Keymap = .standard) { self.keymap = keymap }

  /// Whether characters are keys, or are put into a text.
  package func characters(in contexts: [Context]) -> ArraySlice<TerminalEvent>.Characters {
    pending.isEmpty && contexts.first == .typing ? .text : .keys
  }

  /// The command that a key completes; nil while a chord goes on or when the key means nothing.
  package mutating func command(for key: Key, in contexts: [Context]) -> Command? {
    if !pending.isEmpty, key == .escape {
      pending = []
      return nil
    }
    switch keymap.interpret(key, after: pending, in: contexts) {
    case .command(let command):
      pending = []
      return command
    case .prefix(let keys):
      pending = keys
      return nil
    case .nothing:
      pending = []
      return nil
    }
  }
}
