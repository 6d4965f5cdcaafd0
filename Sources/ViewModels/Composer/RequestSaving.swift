import ClientModel

/// How the composed request is saved: under which name, and whether a workspace is offered first.
struct RequestSaving: Sendable {
  /// What a prompt for a name needs.
  static let nameNeed = "A name is needed, such as users/list."

  /// The chosen name; remembered while a workspace is offered for it.
  private var name: String?
  /// The name under which saving was refused: it is offered when the name is asked for again.
  private var refused = ""
  /// The user chose, in this session, to go on without a workspace of their own.
  private var staysInScratch = false

  // MARK: Saving

  /// Saves at the user's command.
  mutating func begin(_ composer: ComposerModel) -> [Effect] {
    name = nil
    return [save(composer)]
  }

  /// Asks for another name to save under.
  mutating func beginAs(_ composer: ComposerModel) -> [Effect] {
    name = nil
    return [.ask(Prompt(SaveRequestPrompt(), selecting: composer.name ?? ""))]
  }

  /// Saves under the name that was given, without a workspace; none is offered again in this session.
  mutating func saveInScratch(_ composer: ComposerModel) -> [Effect] {
    staysInScratch = true
    return [save(composer)]
  }

  /// Saves under a name that was typed. A workspace is offered only now: the keys after the one for
  /// saving are the name, and must not answer a question.
  mutating func save(
    _ composer: ComposerModel, as name: String, at place: WorkplaceFacts
  ) -> [Effect] {
    self.name = name
    if let old = composer.name {
      return [name == old ? save(composer) : .requests(.save(composer.draft, name: name, .refused))]
    }
    return offersWorkspace(at: place) ? [.confirm(.makingWorkspace(place))] : [save(composer)]
  }

  /// Saves under the name the request has, else under the one that was given, or asks for one.
  func save(_ composer: ComposerModel) -> Effect {
    if let name = composer.name {
      return .requests(
        composer.isOutdated
          ? .compare(composer.draft, name: name) : .save(composer.draft, name: name, .allowed))
    }
    guard let name else { return .ask(Prompt(SaveRequestPrompt(), text: refused)) }
    return .requests(.save(composer.draft, name: name, .refused))
  }

  private func offersWorkspace(at place: WorkplaceFacts) -> Bool {
    place.isScratch && !place.folder.isEmpty && !staysInScratch
  }

  // MARK: What came of it

  mutating func succeed() { (name, refused) = (nil, "") }

  mutating func fail() {
    refused = name ?? ""
    name = nil
  }
}

extension Confirmation {
  /// Asks which version of a file is to stay.
  ///
  /// - Parameter change: The lines that saving would change.
  static func conflict(_ name: String, _ change: FileChange, answers: [Answer]) -> Confirmation {
    Confirmation(
      "\(name) changed outside. Which version is to stay?",
      detail: change.lines.isEmpty
        ? "Saving yours changes no line of the file."
        : "Saving yours changes the marked lines of the file.",
      excerpt: FileDifference(since: .accepted, [change]).excerpt,
      answers: [.init("Decide later")] + answers)
  }

  fileprivate static func makingWorkspace(_ place: WorkplaceFacts) -> Confirmation {
    Confirmation(
      "Make a workspace for this request?",
      detail:
        "A workspace is a folder of files that you can read, edit and share. Scratch is Weir's own;"
        + " its gateways and environments stay there.",
      answers: [
        .init("Keep it in scratch", [.saveInScratch]),
        .init("Make one in \(place.folder)", [.makeWorkspace]), .init("Cancel"),
      ])
  }
}
