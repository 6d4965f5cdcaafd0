import ClientModel
import Terminal

/// A value that the shell offers for the word at the cursor.
struct CompletionCandidate: Hashable, Sendable {
  let value: String
  /// A description for people, on one line; zsh and fish show it beside the value.
  let note: String

  init(_ value: String, _ note: String = "") {
    self.value = value
    self.note = SafeText(note).fitted(to: 80).string
  }

  /// Whether the value can be offered. False if it is empty or has control characters, line breaks,
  /// invisible scalars or bytes that are not UTF-8. The shell could not display such a value, or
  /// would read it as several values.
  var isOffered: Bool {
    !value.isEmpty && SafeText(value).string.isSame(as: value) && !value.contains(bytes: "\u{FFFD}")
  }
}
