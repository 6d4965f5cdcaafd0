import ClientDocuments

/// The key handling of the uppermost prompt. The text is passed to the model of the prompt's
/// purpose.
extension Prompt {
  func act(_ command: Command, in app: inout AppModel) -> [Effect] {
    var prompt = self
    switch prompt.perform(command, &app.prompts) {
    case .nothing: return []
    case .changed(let change): return prompt.show(change, in: &app)
    case .completes:
      var keys = app.prompts.keys
      let (effects, change) = prompt.complete(&keys, in: &app)
      app.prompts.keys = keys
      return effects + (change.map { prompt.show($0, in: &app) } ?? [])
    case .accepts: return prompt.accept(in: &app)
    case .leaves: return leave(in: &app)
    }
  }

  private func show(_ change: Change, in app: inout AppModel) -> [Effect] {
    app.overlays.replaceLast(by: .prompt(self))
    return (purpose as? any LivePromptPurpose)?.typed(self, change, in: &app) ?? []
  }

  private mutating func accept(in app: inout AppModel) -> [Effect] {
    if let refusal {
      app.overlays.removeLast()
      return [.notify(refusal)]
    }
    let text = buffer.text
    guard isComplete(), isReadable(app),
      (purpose as? any LivePromptPurpose)?.check(text, in: &app) != false
    else {
      app.overlays.replaceLast(by: .prompt(self))
      return []
    }
    app.overlays.removeLast()
    return purpose.accept(text, in: &app) + app.prompts.note(text, in: history)
  }

  private func leave(in app: inout AppModel) -> [Effect] {
    app.overlays.removeLast()
    app.prompts.resetHistory()
    guard refusal == nil else { return [] }
    return (purpose as? any LivePromptPurpose)?.leave(in: &app) ?? []
  }

  /// Returns a prompt that shows why a command cannot open its own prompt. Returns nil for a
  /// command that opens no prompt. The prompt takes the next typed keys, which would otherwise be
  /// commands.
  static func refusing(_ command: Command, _ obstacle: Notice, _ query: SearchQuery) -> Prompt? {
    switch command {
    case .app(.find): Prompt(refusing: FindPrompt(query), obstacle)
    case .response(.filter): Prompt(refusing: FilterPrompt(), obstacle)
    case .response(.goToPath): Prompt(refusing: PathPrompt(), obstacle)
    default: nil
    }
  }
}
