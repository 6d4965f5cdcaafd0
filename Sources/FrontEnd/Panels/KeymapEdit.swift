import ClientModel
import ClientYAML
import Terminal
package import ViewModels

/// Other keys for one command, to be written into the user's key map.
package struct KeymapEdit: Sendable {
  private let command: Command
  private let keys: [[Key]]

  /// Why the keys cannot be used.
  package struct Problem: Error, Hashable {
    package let why: String
    package let whatToDo: String
  }

  /// Reads keys as `words(of:in:)` writes them.
  package init(_ words: String, for command: Command) throws(Problem) {
    self.command = command
    var keys: [[Key]] = []
    let chords = words.split(separator: " ").map(String.init).split(separator: "or")
    for chord in chords {
      let text = chord.joined(separator: " ")
      guard let chord = Keymap.chord(text) else {
        throw Problem(
          why: "`\(text.prefix(40))` is not a key that a terminal sends.",
          whatToDo: "Write g, ctrl+p, alt+enter, f5 or a chord as , r; several as f5 or ctrl+p.")
      }
      keys.append(chord)
    }
    self.keys = keys
  }

  /// The keys of a command: `f5 or , r`.
  package static func words(of command: Command, in keymap: Keymap) -> String {
    keymap.chords(of: command).map(text).joined(separator: " or ")
  }

  /// The text of the file with these keys. All lines about other commands stay.
  ///
  /// - Throws: That the command cannot have the keys, or that the file is not one of lines.
  package func text(over old: String, file: String) throws(Problem) -> String {
    guard let name = command.name else {
      throw Problem(why: "Text and the mouse have no keys.", whatToDo: "Choose a command.")
    }
    var lines = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let place = Self.entry(of: name, in: lines)
    lines.replaceSubrange(place ?? lines.endIndex..<lines.endIndex, with: ["\(name): \(value)"])
    let text = lines.joined(separator: "\n") + "\n"
    try check(KeymapFile(text, file: file), before: KeymapFile(old, file: file))
    return text
  }

  private func check(_ after: KeymapFile, before: KeymapFile) throws(Problem) {
    let known = Set(before.problems.map(\.why))
    if let new = after.problems.first(where: { !known.contains($0.why) }) {
      throw Problem(why: new.why, whatToDo: new.whatToDo)
    }
    guard after.keymap.chords(of: command) == keys else {
      throw Problem(
        why: "keymap.yaml is not a list of lines.", whatToDo: "Change the key in the file.")
    }
  }

  /// The lines of a command: its name at the beginning, and the items of a list below it.
  private static func entry(of name: String, in lines: [String]) -> Range<Int>? {
    guard let first = lines.firstIndex(where: { $0.hasPrefix("\(name):") }) else { return nil }
    let isItem = { (line: String) in line.hasPrefix(" ") || line.hasPrefix("-") }
    let end = lines[(first + 1)...].firstIndex { !isItem($0) } ?? lines.endIndex
    return first..<end
  }

  private var value: String {
    let words = keys.map { "\"\(Self.escaped(Self.text($0)))\"" }
    return words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]"
  }

  private static func escaped(_ text: String) -> String {
    text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined()
  }

  private static func text(_ keys: [Key]) -> String {
    keys.map(\.description).joined(separator: " ")
  }
}
