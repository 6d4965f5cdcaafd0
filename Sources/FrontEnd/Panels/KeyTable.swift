import ViewModels

/// The table of keys as Markdown, for the README.
package enum KeyTable {
  package static func markdown(_ keymap: Keymap = .standard) -> String {
    var text = ""
    var group = ""
    for command in CommandTable.all {
      guard let facts = command.facts, let name = command.name else { continue }
      let keys = keymap.labels(of: command)
      if facts.heading != group {
        group = facts.heading
        text +=
          "\(text.isEmpty ? "" : "\n")**\(group)**\n\n| keys | what | name |\n| --- | --- | --- |\n"
      }
      let shown = keys.map { "`\($0.replacing("|", with: "\\|"))`" }.joined(separator: " ")
      text += "| \(shown.isEmpty ? "(palette)" : shown) | \(facts.title) | `\(name)` |\n"
    }
    return text
  }
}
