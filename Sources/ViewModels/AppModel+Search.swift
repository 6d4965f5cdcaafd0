import ClientDocuments

/// The prompt in which is typed what to find: each change of an expression is checked at once.
extension AppModel {
  mutating func act(
    _ command: Command, inSearch old: Prompt, _ query: SearchQuery
  ) -> [Effect] {
    var (prompt, query) = (old, query)
    switch command {
    case .insert(let text): prompt.buffer.insert(text)
    case .typing(.leave), .app(.back):
      overlays.removeLast()
      return []
    case .typing(.enter):
      // What is no expression stays to be mended.
      if prompt.fault != nil { return [] }
      overlays.removeLast()
      let text = prompt.buffer.text
      return text.isEmpty ? [] : response.find(text, as: query)
    case .search(let command): query.turn(command)
    case .typing(let command):
      var killed = promptKilled
      _ = prompt.buffer.perform(command, killed: &killed)
      promptKilled = killed
    default: return []
    }
    prompt.sees(query)
    overlays[overlays.count - 1] = .prompt(prompt)
    return []
  }
}
