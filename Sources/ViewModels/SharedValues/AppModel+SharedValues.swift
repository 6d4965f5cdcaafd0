import ClientModel

/// The place of shared values.
extension AppModel {
  mutating func openSharedValues() -> [Effect] {
    open(.shared)
    return [.shared(.list)]
  }

  var sharedRows: [ListRow] {
    shared.entries.map { entry in
      let facts = entry.facts
      let words = [facts.size?.description ?? "no value", entry.time, facts.rule.description]
      return ListRow(
        value: .shared(facts.key), title: facts.key.name,
        detail: words.filter { !$0.isEmpty }.joined(separator: " · "),
        isCurrent: shared.watched.contains(facts.key), isFlashing: shared.isFlashing(facts.key))
    }
  }

  var sharedLines: [ListRow] {
    shared.lines.enumerated().map { ListRow(value: .line($0), title: $1) }
  }

  /// Opens a value to look at it; a secret one only when the user says so.
  func view(shared key: SharedKey) -> [Effect] {
    let read = Effect.shared(.read(key, .view))
    guard shared.entry(key)?.facts.rule.isSecret ?? true else { return [read] }
    return [
      .confirm(
        Confirmation(
          "Show the value of \(key)?",
          detail: "It is secret, and stays on the screen until you close it.",
          answers: [.init("Keep it hidden"), .init("Show it", [read])]))
    ]
  }

  mutating func change(shared key: SharedKey, by command: ListCommand) -> [Effect] {
    switch command {
    case .edit: return [.shared(.read(key, .edit))]
    case .rule:
      return [.ask(.sharedRule(key), text: shared.entry(key)?.facts.rule.words ?? "plain")]
    case .watch:
      shared.watched.formSymmetricDifference([key])
      let isWatched = shared.watched.contains(key)
      return [
        .notify(
          Notice(
            .info, isWatched ? "\(key) is watched." : "\(key) is not watched any more.",
            why: isWatched ? "Its changes are told here and in the event log." : ""))
      ]
    case .delete:
      return [
        .confirm(
          Confirmation(
            "Delete the shared value \(key)?", detail: "How it is kept goes with it.",
            answers: [.init("Keep it"), .init("Delete it", [.shared(.remove(key))])]))
      ]
    case .clear:
      return [
        .confirm(
          Confirmation(
            "Delete every shared value?", detail: "Also those that cannot be opened any more.",
            answers: [.init("Keep them"), .init("Delete them", [.shared(.clear)])]))
      ]
    default: return [.notify(Notice(.info, "That does not apply to this row."))]
    }
  }

  /// A new key, as typed: its name, a blank, how it is kept.
  func begin(shared text: String) -> [Effect] {
    let parts = text.pieces(at: " ", maxSplits: 1).filter { !$0.isEmpty }
    guard let name = parts.first, let key = SharedKey(name) else {
      return [
        .notify(
          Notice(
            .warning, "That cannot be a key.",
            why: "A key has up to \(SharedKey.longest) bytes and no blanks.",
            whatToDo: "Write a name, such as token."))
      ]
    }
    return reading(rule: parts.count == 2 ? String(parts[1]) : "") { rule in
      let kept = parts.count == 2 || shared.entry(key) == nil ? rule : nil
      return .ask(.sharedValue(key, kept), text: "")
    }
  }

  func setRule(of key: SharedKey, to text: String) -> [Effect] {
    reading(rule: text) { .shared(.setRule(key, $0)) }
  }

  private func reading(rule text: String, _ use: (SharedRule) -> Effect) -> [Effect] {
    do throws(Failure) { return [use(try SharedRule(words: text))] } catch {
      return [.notify(Notice(error))]
    }
  }

  mutating func receive(_ event: SharedEvent) -> [Effect] {
    switch event {
    case .list(let entries):
      shared.entries = entries
      selectWritten()
      return []
    case .content(let key, let content, let use): return take(content, of: key, for: use)
    case .changed(let change): return take(change)
    }
  }

  /// What follows a new key is most often about that key.
  private mutating func selectWritten() {
    guard let key = shared.written, case .list(var list) = overlays.last, list.kind == .shared
    else { return }
    let rows = rows(of: list)
    guard let row = rows.firstIndex(where: { $0.value == .shared(key) }) else { return }
    list.select(row, among: rows.count)
    overlays[overlays.count - 1] = .list(list)
    shared.written = nil
  }

  /// Keeps what was typed as a key's value.
  mutating func write(shared key: SharedKey, _ text: String, _ rule: SharedRule?) -> [Effect] {
    shared.written = key
    return [.shared(.set(key, text, rule))]
  }

  /// Only for the list it was asked from: a value never appears over something else.
  private mutating func take(
    _ content: SharedContent, of key: SharedKey, for use: SharedUse
  ) -> [Effect] {
    guard case .list(let list) = overlays.last, list.kind == .shared else { return [] }
    guard let text = content.text else {
      return [
        .notify(
          Notice(
            .info, "The value of \(key) is not text.", why: "It has \(content.size).",
            whatToDo: "`weir value get \(key)` writes it into a file."))
      ]
    }
    switch use {
    case .view:
      shared.show(text, of: key)
      open(.sharedValue(key))
      return []
    case .edit:
      guard text.contains(where: \.isNewline) || text.count > 400 else {
        return [.ask(.sharedValue(key, nil), text: text)]
      }
      shared.edited = text
      return [.openEditor(text: text, suffix: ".txt", purpose: .shared(key))]
    }
  }

  /// What the editor left. Editors end the last line; where the value did not, it still does not.
  mutating func take(edited text: String, of key: SharedKey) -> [Effect] {
    let before = shared.edited ?? ""
    shared.edited = nil
    var text = text
    if text.ends(with: "\n"), !before.ends(with: "\n") { text.removeLast() }
    return text == before ? [] : [.shared(.set(key, text, nil))]
  }

  private mutating func take(_ change: SharedValueChange) -> [Effect] {
    switch change {
    case .updated(let facts, _):
      tellWatched(facts.key, "\(facts.key) was set: \(facts.size?.description ?? "no value").")
    case .removed(let facts, _): tellWatched(facts.key, "\(facts.key) was removed.")
    case .dropped: break
    }
    let isListed = overlays.contains {
      if case .list(let list) = $0 { list.kind == .shared } else { false }
    }
    return isListed ? [.shared(.list)] : []
  }

  private mutating func tellWatched(_ key: SharedKey, _ words: String) {
    guard shared.watched.contains(key) else { return }
    shared.begin(flash: key)
    tell(Notice(.info, words))
  }
}
