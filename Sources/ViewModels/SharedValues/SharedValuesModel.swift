import ClientModel

/// The shared values that are listed, which of them are watched, and which changed just now.
package struct SharedValuesModel: Sendable {
  /// How long a watched key that changed stands out.
  private static let flash = Duration.seconds(3)

  /// How the list of shared values stands among what lies over the panels.
  enum Standing { case closed, covered, uppermost }

  private(set) var entries: [ListedValue] = []
  var watched: Set<SharedKey> = []
  /// Until when; nil until the clock is known.
  private var flashes: [SharedKey: Timestamp?] = [:]
  /// The value that is looked at, and the one that an editor was given.
  var value = SharedValueLines()
  private var edited: String?
  /// A key that was just written: it is chosen once the list shows it.
  var written: SharedKey?

  /// True while a row stands out: the screen must be drawn again when it no longer does.
  package var isFlashing: Bool { !flashes.isEmpty }
  func isFlashing(_ key: SharedKey) -> Bool { flashes[key] != nil }

  func entry(_ key: SharedKey) -> ListedValue? { entries.first { $0.facts.key == key } }

  mutating func turn(_ now: Timestamp) {
    flashes = flashes.mapValues { $0 ?? now.advanced(by: Self.flash) }
      .filter { $0.value.map { $0 > now } ?? true }
  }

  // MARK: Events

  mutating func receive(_ event: SharedEvent, _ standing: Standing) -> [Effect] {
    switch event {
    case .list(let entries):
      self.entries = entries
      return []
    case .content(let key, let content, let use):
      // Only for the list it was asked from: a value never appears over something else.
      return standing == .uppermost ? take(content, of: key, for: use) : []
    case .changed(let change): return take(change) + (standing == .closed ? [] : [.shared(.list)])
    }
  }

  private mutating func take(
    _ content: SharedContent, of key: SharedKey, for use: SharedUse
  ) -> [Effect] {
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
      value.show(text, of: key)
      return [.list(.open(ListID(\.shared.value)))]
    case .edit:
      guard text.contains(where: \.isNewline) || text.count > 400 else {
        let current = entry(key)?.facts.rule ?? SharedRule()
        return [
          .ask(Prompt(SharedValuePrompt(key: key, rule: nil, current: current), text: text))
        ]
      }
      edited = text
      return [.openEditor(text: text, suffix: ".txt", purpose: .shared(key))]
    }
  }

  private mutating func take(_ change: SharedValueChange) -> [Effect] {
    let (key, words): (SharedKey, String)
    switch change {
    case .updated(let facts, _):
      (key, words) = (
        facts.key, "\(facts.key) was set: \(facts.size?.description ?? "no value")."
      )
    case .removed(let facts, _): (key, words) = (facts.key, "\(facts.key) was removed.")
    case .dropped: return []
    }
    guard watched.contains(key) else { return [] }
    flashes[key] = Timestamp?.none
    return [.notify(Notice(.info, words))]
  }

  // MARK: Writing

  /// Why a new key, as typed, cannot be taken: its name, a blank, how it is stored. Nil if it can.
  func fault(inKey text: String) -> Notice? {
    let parts = Self.parts(ofKey: text)
    guard let name = parts.first, SharedKey(name) != nil else {
      return Notice(
        .warning, "That cannot be a key.",
        why: "A key has up to \(SharedKey.longest) bytes and no blanks.",
        whatToDo: "Write a name, such as token.")
    }
    return parts.count == 2 ? fault(inRule: String(parts[1])) : nil
  }

  /// Why the words cannot be the rule of a key; nil if they can.
  func fault(inRule text: String) -> Notice? {
    do throws(Failure) {
      _ = try SharedRule(words: text)
      return nil
    } catch {
      return Notice(error)
    }
  }

  private static func parts(ofKey text: String) -> [Substring] {
    text.pieces(at: " ", maxSplits: 1).filter { !$0.isEmpty }.map { Substring($0) }
  }

  /// A new key, as typed, in which there is no fault.
  func begin(_ text: String) -> [Effect] {
    let parts = Self.parts(ofKey: text)
    guard let name = parts.first, let key = SharedKey(name) else { return [] }
    let standard = SharedRule.standard(for: key).words
    return reading(rule: parts.count == 2 ? String(parts[1]) : standard) { rule in
      let chosen = parts.count == 2 || entry(key) == nil ? rule : nil
      let current = chosen ?? entry(key)?.facts.rule ?? rule
      return .ask(Prompt(SharedValuePrompt(key: key, rule: chosen, current: current)))
    }
  }

  mutating func setRule(of key: SharedKey, to text: String) -> [Effect] {
    let effects = reading(rule: text) { .shared(.setRule(key, $0)) }
    if case .shared(.setRule(_, let rule)) = effects.first,
      let index = entries.firstIndex(where: { $0.facts.key == key })
    {
      entries[index].facts.rule = rule
    }
    return effects
  }

  private func reading(rule text: String, _ use: (SharedRule) -> Effect) -> [Effect] {
    do throws(Failure) { return [use(try SharedRule(words: text))] } catch {
      return [.notify(Notice(error))]
    }
  }

  /// Stores the typed text as a key's value.
  mutating func write(_ key: SharedKey, _ text: String, _ rule: SharedRule?) -> [Effect] {
    written = key
    return [.shared(.set(key, text, rule))]
  }

  /// What the editor left. Editors end the last line; where the value did not, it still does not.
  mutating func take(edited text: String, of key: SharedKey) -> [Effect] {
    let before = edited ?? ""
    edited = nil
    var text = text
    if text.ends(with: "\n"), !before.ends(with: "\n") { text.removeLast() }
    return text == before ? [] : [.shared(.set(key, text, nil))]
  }
}
