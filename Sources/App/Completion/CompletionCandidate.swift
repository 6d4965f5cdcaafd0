import ClientModel
import Terminal

/// A value that the shell offers for the word at the cursor.
struct CompletionCandidate: Hashable, Sendable {
  let value: String
  /// A description on one line. zsh and fish show it next to the value.
  let note: String

  init(_ value: String, _ note: String = "") {
    self.value = value
    self.note = SafeText(note).fitted(to: 80).string
  }

  /// Whether the value can be offered.
  ///
  /// A value is not offered if it is empty, is not UTF-8, or has control characters, line breaks or
  /// invisible scalars. The shell could not display such a value, or would read it as several
  /// values.
  var isOffered: Bool {
    !value.isEmpty && SafeText(value).string.isSame(as: value) && !value.contains(bytes: "\u{FFFD}")
  }
}
