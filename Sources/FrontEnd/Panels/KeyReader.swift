package import Terminal
package import ViewModels

/// A reader that converts keys into commands, and stores the keys of an incomplete chord.
package struct KeyReader: Sendable {
  package var keymap: Keymap
  package private(set) var pending: [Key] = []

  package init(_ keymap: Keymap = .standard) { self.keymap = keymap }

  /// Returns whether typed characters are keys or text in these contexts.
  package func characters(in contexts: [Context]) -> ArraySlice<TerminalEvent>.Characters {
    pending.isEmpty && contexts.first == .typing ? .text : .keys
  }

  /// Adds a key to the pending chord and returns the selected command, if any.
  ///
  /// Returns nil if the chord is incomplete or has no command. Escape cancels a pending chord.
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
