import ArgumentParser
import ClientModel

/// The command line for which the user requests completion.
struct CompletionLine: Hashable, Sendable {
  /// The arguments without the shell's quotes. The first is the program.
  let words: [String]
  /// The index of the word at the cursor.
  let index: Int
  /// The text of the word before the cursor. For `--option=value`, `--option=` is removed.
  let prefix: String

  /// Creates the line from the arguments of the completion script.
  ///
  /// - Parameters:
  ///   - words: The arguments as the shell passes them.
  ///   - prefix: The part of the last word before the cursor. It is ignored if the cursor is in an
  ///     earlier word.
  init(_ words: [String], at index: Int, prefix: String, from dialect: ShellDialect) {
    self.words = words.map(dialect.unquoted)
    self.index = index
    let atCursor =
      index == words.count - 1 ? prefix : words.indices.contains(index) ? words[index] : ""
    let typed = dialect.unquoted(atCursor)
    let parts = typed.begins(with: "--") ? typed.cut(at: "=") : nil
    self.prefix = parts.map { String($0.after) } ?? typed
  }

  /// The words before the word at the cursor. The program is not included.
  var before: ArraySlice<String> {
    let start = min(1, words.count)
    return words[start..<max(start, min(index, words.count))]
  }

  /// The names of the command, such as `queue` and `cancel`.
  var command: [String] { CommandPath(before).names }

  /// Returns the last value of an option, given as `--option value` or `--option=value`. The word
  /// at the cursor is ignored.
  func value(of option: String) -> String? {
    var value: String?
    for (place, word) in words.enumerated() where place != index {
      if word.isSame(as: option), place + 1 < words.count, place + 1 != index {
        value = words[place + 1]
      } else if word.begins(with: option + "=") {
        value = String(word.dropping(bytes: option.utf8.count + 1))
      }
    }
    return value
  }
}
