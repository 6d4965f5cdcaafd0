package import ClientModel

/// How the composed request is saved: under which name, whether a workspace is offered first, and what goes on
/// afterwards.
struct RequestSaving: Sendable {
  /// What a prompt for a name needs.
  static let nameNeed = "A name is needed, such as users/list."

  /// The chosen name; remembered while a workspace is offered for it.
  private var name: String?
  /// The name under which saving was refused: it is offered when the name is asked for again.
  private var refused = ""
  /// The request that replaces the composed one after it is saved.
  private var next: Draft?
  /// The user chose, in this session, to go on without a workspace of their own.
  private var staysInScratch = false

  // MARK: Saving

  /// Saves at the user's command; no other request follows.
  mutating func begin(_ composer: ComposerModel) -> [Effect] {
    (name, next) = (nil, nil)
    return [save(composer)]
  }

  /// Asks for another name to save under.
  mutating func beginAs(_ composer: ComposerModel) -> [Effect] {
    (name, next) = (nil, nil)
    return [.ask(Prompt(SaveRequestPrompt(), text: composer.name ?? ""))]
  }

  /// Saves by the answer to a question.
  mutating func perform(_ order: SavingOrder, _ composer: ComposerModel) -> [Effect] {
    switch order {
    case .inScratch: staysInScratch = true
    case .then(let next): self.next = next
    }
    return [save(composer)]
  }

  /// Saves under a name that was typed. A workspace is offered only now: the keys after the one for
  /// saving are the name, and must not answer a question.
  mutating func save(
    _ composer: ComposerModel, as name: String, at place: WorkplaceFacts
  ) -> [Effect] {
    self.name = name
    if let old = composer.name {
      return [.requests(.save(composer.draft, name: name, name == old ? .allowed : .refused))]
    }
    return offersWorkspace(at: place) ? [.confirm(.makingWorkspace(place))] : [save(composer)]
  }

  /// Saves under the name the request has, else under the one that was given, or asks for one.
  func save(_ composer: ComposerModel) -> Effect {
    if let name = composer.name { return .requests(.save(composer.draft, name: name, .allowed)) }
    guard let name else { return .ask(Prompt(SaveRequestPrompt(), text: refused)) }
    return .requests(.save(composer.draft, name: name, .refused))
  }

  private func offersWorkspace(at place: WorkplaceFacts) -> Bool {
    place.isScratch && !place.folder.isEmpty && !staysInScratch
  }

  // MARK: What came of it

  /// The user cancelled: no other request follows.
  mutating func cancel() { next = nil }

  /// The request is saved.
  ///
  /// - Returns: The request that was waiting for the save.
  mutating func succeed() -> Draft? {
    defer { next = nil }
    (name, refused) = (nil, "")
    return next
  }

  mutating func fail() {
    refused = name ?? ""
    (name, next) = (nil, nil)
  }
}

/// How an answer saves the composed request.
package enum SavingOrder: Hashable, Sendable {
  /// Under the name that was given, without a workspace; none is offered again in this session.
  case inScratch
  /// Save the request first, then compose another one.
  case then(Draft)
}

extension Confirmation {
  static let unsaved = "The request has changes that are not saved."

  /// Asks before another request replaces one that is not saved.
  static func discarding(for draft: Draft) -> Confirmation {
    Confirmation(
      unsaved,
      answers: [
        .init("Keep editing"), .init("Save, then go on", [.save(.then(draft))]),
        .init("Go on without saving", [.compose(.draft(draft))]),
      ])
  }

  fileprivate static func makingWorkspace(_ place: WorkplaceFacts) -> Confirmation {
    Confirmation(
      "Make a workspace for this request?",
      detail:
        "A workspace is a folder of files that you can read, edit and share. Scratch is Weir's own.",
      answers: [
        .init("Keep it in scratch", [.save(.inScratch)]),
        .init("Make one in \(place.folder)", [.makeWorkspace]), .init("Cancel"),
      ])
  }
}
