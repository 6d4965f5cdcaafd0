import Terminal
import ViewModels

/// A set of default keys, which the lines of `keymap.yaml` change.
package enum KeyPreset: String, CaseIterable, Sendable {
  /// Letters move the cursor, in addition to the arrows: `h`, `j`, `k`, `l`, `g` and `G`.
  case vim
  /// Only arrows and named keys move the cursor; the letters are free.
  case arrows

  /// Returns the default keys of a command.
  func keys(_ row: Keymap.Row) -> [[Key]] {
    guard self == .arrows else { return row.keys }
    switch row.command {
    case .move, .response(.open), .response(.close), .dialog(.next), .dialog(.previous):
      return row.keys.filter { keys in
        if keys.count == 1, case .character = keys[0] { false } else { true }
      }
    default: return row.keys
    }
  }
}
