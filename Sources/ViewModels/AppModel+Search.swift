import ClientDocuments

/// The prompt in which is typed what to find: each change of an expression is checked at once, and shows
/// the first hit.
extension AppModel {
  mutating func act(
    _ command: Command, inSearch old: Prompt, _ query: SearchQuery
  ) -> [Effect] {
    var (prompt, query) = (old, query)
    switch command {
    case .insert(let text):
      prompts.finds.stopWalking()
      prompt.buffer.insert(text)
    case .typing(.leave), .app(.back):
      prompts.finds.stopWalking()
      overlays.removeLast()
      return response.leaveFinding()
    case .typing(.enter):
      // What is no expression stays to be mended.
      if prompt.fault != nil { return [] }
      overlays.removeLast()
      _ = prompts.finds.note(prompt.buffer.text)
      return response.accept(find: prompt.buffer.text, as: query)
    case .typing(.up), .typing(.down):
      let step = command == .typing(.up) ? -1 : 1
      guard let text = prompts.finds.walk(step, from: prompt.buffer.text) else { return [] }
      prompt.buffer.replaceAll(with: text)
    case .search(let command): query.turn(command)
    case .typing(let command):
      prompts.finds.stopWalking()
      prompts.type(command, in: &prompt.buffer)
    default: return []
    }
    prompt.sees(query)
    overlays[overlays.count - 1] = .prompt(prompt)
    // What is no expression yet leaves on show what was found of it.
    let isChanged = prompt.buffer.text != old.buffer.text || prompt.query != old.query
    guard isChanged, prompt.fault == nil else { return [] }
    return response.typed(find: prompt.buffer.text, as: query)
  }
}
