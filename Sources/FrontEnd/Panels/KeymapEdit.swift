import ClientModel
import ClientYAML
import Terminal
package import ViewModels

/// New keys for a command, to be written to the user's key map.
package struct KeymapEdit: Sendable {
  private let command: Command
  private let keys: [[Key]]

  /// The reason why the keys cannot be used.
  package struct Problem: Error, Hashable {
    package let why: String
    package let whatToDo: String
  }

  /// Parses keys in the format that `words(of:in:)` returns.
  package init(_ words: String, for command: Command) throws(Problem) {
    self.command = command
    var keys: [[Key]] = []
    let chords = words.split(separator: " ").map(String.init).split(separator: "or")
    for chord in chords {
      let text = chord.joined(separator: " ")
      guard let chord = Keymap.chord(text) else {
        throw Problem(
          why: "`\(text.prefix(40))` is not a key that a terminal sends.",
          whatToDo:
            "Write a key such as g, ctrl+p or f5, or a chord such as `, r`. Put \"or\" between several keys."
        )
      }
      keys.append(chord)
    }
    self.keys = keys
  }

  /// Returns the keys of a command as text: `f5 or , r`.
  package static func words(of command: Command, in keymap: Keymap) -> String {
    keymap.chords(of: command).map(text).joined(separator: " or ")
  }

  /// Returns the text of the file with the new keys. All other lines stay the same.
  ///
  /// - Throws: A problem if the command cannot have the keys, or if the file is not YAML.
  package func text(over old: String, file: String) throws(Problem) -> String {
    guard let name = command.name else {
      throw Problem(
        why: "Typed text and the mouse cannot be bound to keys.", whatToDo: "Choose a command.")
    }
    let text: String
    do throws(YAMLProblem) {
      var edit = try YAMLEdit(old, file: file)
      try edit.set([.key(name)], to: value)
      text = edit.text
    } catch { throw Problem(why: error.why, whatToDo: error.whatToDo) }
    try check(KeymapFile(text, file: file), before: KeymapFile(old, file: file))
    return text
  }

  private func check(_ after: KeymapFile, before: KeymapFile) throws(Problem) {
    let known = Set(before.problems.map(\.why))
    if let new = after.problems.first(where: { !known.contains($0.why) }) {
      throw Problem(why: new.why, whatToDo: new.whatToDo)
    }
  }

  private var value: YAMLValue {
    let words = keys.map { YAMLValue.text(Self.text($0)) }
    return words.count == 1 ? words[0] : .list(words)
  }

  private static func text(_ keys: [Key]) -> String {
    keys.map(\.description).joined(separator: " ")
  }
}
