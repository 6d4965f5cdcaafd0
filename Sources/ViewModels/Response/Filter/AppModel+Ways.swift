/// Prompts whose text is a way into the body: the keys that may follow are told over them.
extension AppModel {
  /// Types in such a prompt, or puts in the key that may follow.
  ///
  /// - Returns: Whether its text or the place in it changed.
  mutating func type(_ command: Command, inWay old: Prompt) -> Bool {
    var prompt = old
    switch command {
    case .insert(let text):
      prompts.filters.stopWalking()
      prompt.buffer.insert(text)
    case .typing(.nextField):
      let isFresh = response.filter.completed == prompt.buffer.head
      let completion = isFresh ? response.filter.completion : nil
      guard let head = prompts.filters.complete(prompt.buffer.head, completion) else {
        return false
      }
      prompt.buffer.replaceHead(with: head)
    case .typing(let command):
      prompts.filters.stopWalking()
      prompts.type(command, in: &prompt.buffer)
    default: return false
    }
    overlays[overlays.count - 1] = .prompt(prompt)
    return prompt.buffer != old.buffer
  }
}
