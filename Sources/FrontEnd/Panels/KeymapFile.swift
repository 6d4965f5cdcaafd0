import ClientModel
package import ClientYAML
import Terminal
import ViewModels

/// The user's key map, which changes the default key map. Lines with errors are ignored.
///
/// The line `preset: arrows` removes the letters from the movement commands.
///
/// Each entry maps a command's name to a key, a chord (`, r`) or a list of them. These replace the
/// command's keys, and an empty list removes them. If a key is the default key of another command,
/// it is removed from that command.
package struct KeymapFile: Sendable {
  package private(set) var keymap = Keymap()
  /// The problems that were found. A line with a problem is ignored.
  package private(set) var problems: [YAMLProblem] = []
  /// The default keys that the user assigned to other commands.
  package private(set) var losses: [ReplacedKey] = []

  /// The set of default keys to which the user's lines are applied.
  private var preset = KeyPreset.vim

  /// A default key that now belongs to another command.
  package struct ReplacedKey: Hashable, Sendable {
    /// The displayed key: `x`.
    package let key: String
    /// The name of the command that lost the key, and the name of the command that has the key now.
    package let from: String
    package let to: String
  }

  package init(_ text: String, file: String) {
    do throws(YAMLProblem) {
      let root = try YAMLDocument.parse(text, file: file)
      if root.kind != .null {
        for entry in try root.entries() { take(entry) }
      }
    } catch {
      problems.append(error)
    }
    let own = keymap
    for row in Keymap.defaultRows where !own.hasEntry(for: row.command) {
      take(default: row, besides: own)
    }
  }

  private mutating func take(_ entry: YAMLNode.Field) {
    do throws(YAMLProblem) {
      if entry.key == "preset" {
        preset = try entry.value.choice(
          Dictionary(uniqueKeysWithValues: KeyPreset.allCases.map { ($0.rawValue, $0) }))
        return
      }
      guard let command = CommandTable.command(named: entry.key) else {
        throw Self.unknown(entry)
      }
      let keys = try Self.keys(entry.value)
      var changed = keymap
      try changed.bind(Keymap.Row(command: command, keys: keys, place: entry.place))
      keymap = changed
    } catch {
      problems.append(error)
    }
  }

  private static func unknown(_ entry: YAMLNode.Field) -> YAMLProblem {
    let near = NearestWord.nearest(to: entry.key, in: CommandTable.all.compactMap(\.name))
    return YAMLProblem(
      entry.place, why: "There is no command named `\(entry.key.prefix(40))`.",
      whatToDo: near.map { "Did you mean `\($0)`?" } ?? "`weir help keys` lists the names.")
  }

  private static func keys(_ value: YAMLNode) throws(YAMLProblem) -> [[Key]] {
    let nodes: [YAMLNode]
    if case .list(let items) = value.kind { nodes = items } else { nodes = [value] }
    var keys: [[Key]] = []
    for node in nodes {
      let word = try node.text()
      guard let chord = Keymap.chord(word) else {
        throw YAMLProblem(
          node.place, why: "`\(word)` is not a key that a terminal sends.",
          whatToDo:
            "Write a key such as `g`, `ctrl+p`, `alt+enter` or `f5`, or a chord such as `, r`.")
      }
      keys.append(chord)
    }
    return keys
  }

  /// Binds the default keys of a command, except those that the user assigned to another command.
  private mutating func take(default row: Keymap.Row, besides own: Keymap) {
    guard let context = row.command.facts?.context else { return }
    var row = row
    row.keys = preset.keys(row).filter { keys in
      guard let rival = own.rival(of: keys, in: context) else { return true }
      losses.append(
        ReplacedKey(
          key: Keymap.text(keys), from: row.command.name ?? "", to: rival.command.name ?? ""))
      return false
    }
    do throws(YAMLProblem) { try keymap.bind(row) } catch { problems.append(error) }
  }
}

/// A set of default keys. The lines of `keymap.yaml` are applied to it.
package enum KeyPreset: String, CaseIterable, Sendable {
  /// The letters `h`, `j`, `k`, `l`, `g` and `G` move the cursor, like the arrow keys.
  case vim
  /// Only arrows and named keys move the cursor, so the letters are free.
  case arrows

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
