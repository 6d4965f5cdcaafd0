package import Terminal
package import ViewModels

/// A reader that converts keys into commands and stores the beginning of a chord.
package struct KeyReader: Sendable {
  package var keymap: Keymap
  /// The keys of an incomplete chord.
  package private(set) var pending: [Key] = []

  package init(_ keymap: Keymap = .standard) { self.keymap = keymap }

  /// Returns the meaning of typed characters in these contexts: keys or text.
  package func characters(in contexts: [Context]) -> ArraySlice<TerminalEvent>.Characters {
    pending.isEmpty && contexts.first == .typing ? .text : .keys
  }

  /// Adds a key to the pending chord. Returns the command that the keys select, or nil if the chord
  /// is incomplete or has no command. Escape cancels a pending chord.
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
