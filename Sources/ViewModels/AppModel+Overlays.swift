import ClientModel

/// Keys that go to a prompt or a question over the panels.
extension AppModel {
  mutating func act(_ command: Command, in old: Prompt) -> [Effect] {
    if let refusal = old.refusal { return act(command, refused: refusal) }
    if old.purpose == .filter { return act(command, inFilter: old) }
    if old.purpose == .path { return act(command, inPath: old) }
    if let query = old.query { return act(command, inSearch: old, query) }
    var prompt = old
    switch command {
    case .insert(let text): prompt.buffer.insert(text)
    case .typing(.leave), .app(.back):
      overlays.removeLast()
      saving.cancel()
      return []
    case .typing(.enter):
      guard prompt.isComplete() else { break }
      overlays.removeLast()
      return take(prompt.buffer.text, for: prompt.purpose)
    case .typing(.nextField) where prompt.purpose == .eachFile:
      let (folder, rest) = PathCompletion.rest(of: prompt.buffer.text, in: composer.folders)
      // If no name fits, the folder is listed again: a matching file may have been created since.
      guard let rest else { return [.listFolder(folder)] }
      prompt.buffer.insert(rest)
    case .typing(let command):
      prompts.type(command, in: &prompt.buffer)
    default: return []
    }
    overlays[overlays.count - 1] = .prompt(prompt)
    return []
  }

  /// Handles keys of a prompt that accepts no input: enter closes it and shows the reason again, esc only
  /// closes it.
  private mutating func act(_ command: Command, refused refusal: Notice) -> [Effect] {
    switch command {
    case .typing(.enter):
      overlays.removeLast()
      return [.notify(refusal)]
    case .typing(.leave), .app(.back): overlays.removeLast()
    default: break
    }
    return []
  }

  private mutating func take(_ text: String, for purpose: Prompt.Purpose) -> [Effect] {
    switch purpose {
    case .find(let query): response.find(text, as: query)
    case .filter: response.accept(filter: text)
    case .path: response.go(toPath: text)
    case .saveRequest: save(as: text)
    case .renameRequest(let name): name == text ? [] : [.requests(.rename(name, to: text))]
    case .saveBody: response.save(to: text)
    case .saveNode(let span): [.response(.saveNode(span, to: text))]
    case .assertion: assert(text)
    case .elements(let span, let source): queue(each: span, source, of: text)
    case .saveRows(let batch): [.queue(.saveRows(of: batch, path: text))]
    case .eachFile: [.queue(.submitEach(composer.draft, path: text))]
    case .sharedKey: places.shared.begin(text)
    case .sharedValue(let key, let rule): places.shared.write(key, text, rule)
    case .sharedRule(let key): places.shared.setRule(of: key, to: text)
    case .memberName(let id): addMember(text, to: id)
    case .gatewayName: [.ask(.gatewayURL(text), text: "https://")]
    case .gatewayURL(let name): [.gateways(.add(name: name, url: Self.whole(text)))]
    case .gatewayField(let name, let field): [.gateways(.set(name, field, text))]
    case .cookieValue(let cookie): [.cookies(.write(cookie, value: text))]
    }
  }

  /// The address without the preset `https://`, if the user typed or pasted a complete address after it.
  private static func whole(_ address: String) -> String {
    let text = address.drop { $0.isWhitespace }
    let rest = text.dropping(bytes: "https://".utf8.count).drop(whileByte: { $0 == 0x20 })
    let isDoubled =
      text.begins(with: "https://")
      && ["https://", "http://", "{{", "@"].contains { rest.begins(with: $0) }
    return String(isDoubled ? rest : text)
  }

  mutating func act(_ command: Command, on old: Confirmation) -> [Effect] {
    var question = old
    let count = question.answers.count
    switch command {
    case .dialog(.next): question.chosen = (question.chosen + 1) % count
    case .dialog(.previous): question.chosen = (question.chosen + count - 1) % count
    case .dialog(.dismiss), .app(.back):
      overlays.removeLast()
      saving.cancel()
      return []
    case .dialog(.accept): return answer(question.answers[question.chosen])
    case .point(.answer(let index)) where question.answers.indices.contains(index):
      return answer(question.answers[index])
    default: return []
    }
    overlays[overlays.count - 1] = .question(question)
    return []
  }

  private mutating func answer(_ answer: Confirmation.Answer) -> [Effect] {
    overlays.removeLast()
    var effects = answer.effects
    switch answer.change {
    case .none: if effects.isEmpty { saving.cancel() }
    case .newRequest: startNewRequest()
    case .load(let draft, _):
      composer.load(draft)
      focus = .composer
    case .restore(let draft, let base):
      composer.restore(draft, base: base)
      focus = .composer
    case .saveInScratch:
      saving.stayInScratch()
      effects.append(saving.save(composer))
    case .save(let next):
      saving.begin(then: next)
      effects.append(saving.save(composer))
    }
    for case .quit(let manner) in effects { beginQuitting(manner) }
    return effects
  }
}
