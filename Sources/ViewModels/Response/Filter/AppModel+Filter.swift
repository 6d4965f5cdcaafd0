import ClientModel

/// The prompt in which a filter is typed: each change shows what it comes to.
extension AppModel {
  mutating func act(_ command: Command, inFilter old: Prompt) -> [Effect] {
    switch command {
    case .typing(.leave), .app(.back):
      prompts.filters.stopWalking()
      overlays.removeLast()
      return response.leaveFilter()
    case .typing(.enter):
      // A program that jq cannot read stays to be corrected.
      if response.filter.problem != nil, response.filter.asked == nil { return [] }
      overlays.removeLast()
      let isNews = prompts.filters.note(old.buffer.text)
      return response.accept(filter: old.buffer.text)
        + (isNews ? [.keepFilters(prompts.filters.texts)] : [])
    case .typing(.up), .typing(.down):
      let step = command == .typing(.up) ? -1 : 1
      guard let text = prompts.filters.walk(step, from: old.buffer.text) else { return [] }
      var prompt = old
      prompt.buffer.replaceAll(with: text)
      overlays[overlays.count - 1] = .prompt(prompt)
      guard prompt.buffer != old.buffer else { return [] }
      return response.typed(filter: prompt.buffer.text, head: prompt.buffer.head)
    default:
      guard type(command, inWay: old), case .prompt(let prompt)? = overlays.last else { return [] }
      return response.typed(filter: prompt.buffer.text, head: prompt.buffer.head)
    }
  }

  /// The program on show becomes the composed request's own; with none, it loses its own.
  mutating func keepFilter() -> [Effect] {
    let text = response.filterText
    composer.keep(filter: text.isEmpty ? nil : text)
    let words =
      text.isEmpty
      ? "The request in the composer has no filter any more."
      : "The request in the composer has this filter now. Save it to keep it."
    return [.notify(Notice(.info, words))]
  }
}

extension TextBuffer {
  /// What stands before the cursor.
  package var head: String { String(text.prefix(cursor)) }

  /// Puts another text before the cursor, which stays behind it.
  mutating func replaceHead(with text: String) {
    let rest = String(self.text.dropFirst(cursor))
    replaceAll(with: text + rest)
    place(line: 0, column: text.count)
  }
}
