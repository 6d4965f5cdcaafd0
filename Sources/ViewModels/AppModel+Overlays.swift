import ClientModel

/// Prompts and questions over the panels: their keys and the models that receive the results.
extension AppModel {
  var attention: Attention {
    if case .question(let question) = overlays.last { return .asked(question.topic) }
    return overlays.isEmpty && !composer.isTyping ? .free : .taken
  }

  /// The reason why nothing can be undone now, or nil.
  var undoObstacle: Notice? {
    guard case .question = overlays.last else { return undo.obstacle }
    return .cannot("Nothing is undone while a question is open.", "", "Answer the question first.")
  }

  private mutating func replaceUppermost(by overlay: Overlay) {
    overlays[overlays.count - 1] = overlay
  }

  // MARK: Prompts

  mutating func act(_ command: Command, in old: Prompt) -> [Effect] {
    var prompt = old
    switch prompt.perform(command, &prompts) {
    case .nothing: return []
    case .changed(let change): return show(prompt, change)
    case .completes:
      var keys = prompts.keys
      let (effects, change) = prompt.complete(&keys, in: &self)
      prompts.keys = keys
      return effects + (change.map { show(prompt, $0) } ?? [])
    case .accepts: return accept(prompt)
    case .leaves: return leave(prompt)
    }
  }

  private mutating func show(_ prompt: Prompt, _ change: Prompt.Change) -> [Effect] {
    replaceUppermost(by: .prompt(prompt))
    return (prompt.purpose as? any LivePromptPurpose)?.typed(prompt, change, in: &self) ?? []
  }

  private mutating func accept(_ old: Prompt) -> [Effect] {
    var prompt = old
    if let refusal = prompt.refusal {
      overlays.removeLast()
      return [.notify(refusal)]
    }
    let text = prompt.buffer.text
    guard prompt.isComplete(), prompt.isReadable(self),
      (prompt.purpose as? any LivePromptPurpose)?.check(text, in: &self) != false
    else {
      replaceUppermost(by: .prompt(prompt))
      return []
    }
    overlays.removeLast()
    return prompt.purpose.accept(text, in: &self) + prompts.note(text, in: prompt.history)
  }

  private mutating func leave(_ prompt: Prompt) -> [Effect] {
    overlays.removeLast()
    prompts.stopWalking()
    guard prompt.refusal == nil else { return [] }
    return (prompt.purpose as? any LivePromptPurpose)?.leave(in: &self) ?? []
  }

  /// Shows why a command cannot act. If the command would ask for text, a prompt still opens, so
  /// that the next keys are not taken as commands.
  mutating func refuse(_ command: Command, _ obstacle: Notice) {
    notify(obstacle)
    guard overlays.isEmpty else { return }
    switch command {
    case .app(.find):
      overlays.append(.prompt(Prompt(refusing: FindPrompt(response.query), obstacle)))
    case .response(.filter): overlays.append(.prompt(Prompt(refusing: FilterPrompt(), obstacle)))
    case .response(.goToPath): overlays.append(.prompt(Prompt(refusing: PathPrompt(), obstacle)))
    default: break
    }
  }

  // MARK: Questions

  /// Opens a question. The question replaces an open one about the same topic.
  mutating func ask(_ question: Confirmation) {
    questionsAsked += 1
    if question.topic != .other, attention == .asked(question.topic) { overlays.removeLast() }
    overlays.append(.question(question))
  }

  /// Closes the question about a topic. Returns false if that question is not the uppermost
  /// overlay.
  mutating func close(questionAbout topic: Confirmation.Topic) -> Bool {
    guard attention == .asked(topic) else { return false }
    overlays.removeLast()
    return true
  }

  /// Updates an open question about quitting. Closes the question if nothing would be lost.
  mutating func renewQuitQuestion() -> [Effect] {
    guard case .question(let old) = overlays.last, old.topic == .quitting else { return [] }
    guard var new = unfinishedWork.question else {
      overlays.removeLast()
      return [.notify(Quitting.ended)]
    }
    if new.hasSameEffects(as: old) {
      new.chosen = old.chosen
    } else {
      questionsAsked += 1
    }
    replaceUppermost(by: .question(new))
    return []
  }

  mutating func act(_ command: Command, on old: Confirmation) -> [Effect] {
    var question = old
    switch command {
    case .dialog(.next): question.step(1)
    case .dialog(.previous): question.step(-1)
    case .dialog(.dismiss), .app(.back):
      overlays.removeLast()
      return []
    case .dialog(.accept): return answer(question.answers[question.chosen])
    case .point(.answer(let index)) where question.answers.indices.contains(index):
      return answer(question.answers[index])
    default: return []
    }
    replaceUppermost(by: .question(question))
    return []
  }

  private mutating func answer(_ answer: Confirmation.Answer) -> [Effect] {
    overlays.removeLast()
    return answer.effects
  }

  mutating func fold(_ step: FolderStep, in list: inout ListModel, _ rows: [ListRow]) {
    guard var place = places[list.place] as? any FoldingPlace else { return }
    place.fold(step, in: &list, rows)
    places[list.place] = place
  }

  /// Returns whether several rows of the list can be chosen for a field of the form.
  func marksSeveral(_ list: ListModel) -> Bool {
    guard list.place == ListID(\.choices), case .options(let id, _) = places.choices.field,
      case .severalOf? = composer.form?.row(id)?.kind
    else { return false }
    return true
  }
}
