import ClientModel

/// The shared values in the list, the watched keys, and the recently changed keys.
package struct SharedValuesModel: Sendable {
  /// The duration for which a changed key is highlighted.
  private static let flash = Duration.seconds(3)

  private(set) var entries: [ListedValue] = []
  var watched: Set<SharedKey> = []
  /// The time at which the highlight of each changed key ends. Nil until the session reports the
  /// current time.
  private var flashes: [SharedKey: Timestamp?] = [:]
  var value = SharedValueLines()
  private var edited: String?
  /// The key that was just written. The cursor moves to its row when the key is listed.
  var written: SharedKey?

  /// Whether a row is highlighted. The screen is then redrawn regularly, so that the highlight can
  /// end.
  package var isFlashing: Bool { !flashes.isEmpty }
  func isFlashing(_ key: SharedKey) -> Bool { flashes[key] != nil }

  func entry(_ key: SharedKey) -> ListedValue? { entries.first { $0.facts.key == key } }

  mutating func turn(_ now: Timestamp) {
    flashes = flashes.mapValues { $0 ?? now.advanced(by: Self.flash) }
      .filter { $0.value.map { $0 > now } ?? true }
  }

  // MARK: Events

  mutating func receive(_ event: SharedEvent, _ visibility: ListVisibility) -> [Effect] {
    switch event {
    case .list(let entries):
      self.entries = entries
      return []
    case .content(let key, let content, let use):
      // The value is shown only if the list that requested the value is still the uppermost
      // overlay.
      return visibility == .uppermost ? take(content, of: key, for: use) : []
    case .changed(let change): return take(change) + (visibility == .closed ? [] : [.shared(.list)])
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

  /// Returns the reason why the text is not a valid key. A space and a rule may follow the key.
  /// Returns nil if the text is valid.
  func fault(inKey text: String) -> Notice? {
    let parts = Self.parts(ofKey: text)
    guard let name = parts.first, SharedKey(name) != nil else {
      return Notice(
        .warning, "This is not a valid key.",
        why: "A key has up to \(SharedKey.longest) bytes and no spaces.",
        whatToDo: "Write a name, such as token.")
    }
    return parts.count == 2 ? fault(inRule: String(parts[1])) : nil
  }

  /// Returns the reason why the text is not a storage rule. Returns nil if it is valid.
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

  /// Asks for the value of a new key.
  ///
  /// - Parameter text: A valid key, optionally followed by a space and a rule.
  func begin(_ text: String) -> [Effect] {
    let parts = Self.parts(ofKey: text)
    guard let name = parts.first, let key = SharedKey(name) else { return [] }
    let standard = SharedRule.standard(for: key).text
    do throws(Failure) {
      let rule = try SharedRule(words: parts.count == 2 ? String(parts[1]) : standard)
      let chosen = parts.count == 2 || entry(key) == nil ? rule : nil
      let current = chosen ?? entry(key)?.facts.rule ?? rule
      return [.ask(Prompt(SharedValuePrompt(key: key, rule: chosen, current: current)))]
    } catch {
      return [.notify(Notice(error))]
    }
  }

  mutating func setRule(of key: SharedKey, to text: String) -> [Effect] {
    do throws(Failure) {
      let rule = try SharedRule(words: text)
      if let index = entries.firstIndex(where: { $0.facts.key == key }) {
        entries[index].facts.rule = rule
      }
      return [.shared(.setRule(key, rule))]
    } catch {
      return [.notify(Notice(error))]
    }
  }

  /// Stores the typed text as the value of a key.
  mutating func write(_ key: SharedKey, _ text: String, _ rule: SharedRule?) -> [Effect] {
    written = key
    return [.shared(.set(key, text, rule))]
  }

  /// Stores the text from the editor. Editors add a line break at the end. The line break is
  /// removed if the old value did not end with one.
  mutating func take(edited text: String, of key: SharedKey) -> [Effect] {
    let before = edited ?? ""
    edited = nil
    var text = text
    if text.ends(with: "\n"), !before.ends(with: "\n") { text.removeLast() }
    return text == before ? [] : [.shared(.set(key, text, nil))]
  }
}
