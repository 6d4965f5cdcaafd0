import ClientModel

/// The steps to save the composed request: the prompt for its name, and the offer of a workspace
/// before the first save.
struct RequestSaving: Sendable {
  /// The message about an empty name in the prompt.
  static let nameNeed = "A name is needed, such as users/list."

  /// The chosen name, stored while a workspace is offered for it.
  private var name: String?
  /// The name under which saving was refused. The next prompt for a name proposes it.
  private var refused = ""
  /// Whether the user chose in this session to continue without a workspace.
  private var staysInScratch = false

  // MARK: Saving

  /// Saves at the command of the user.
  mutating func begin(_ composer: ComposerModel) -> [Effect] {
    name = nil
    return [save(composer)]
  }

  /// Asks for another name for the request.
  mutating func beginAs(_ composer: ComposerModel) -> [Effect] {
    name = nil
    return [.ask(Prompt(SaveRequestPrompt(), selecting: composer.name ?? ""))]
  }

  /// Saves under the given name in the scratch workspace. No workspace is offered again in this
  /// session.
  mutating func saveInScratch(_ composer: ComposerModel) -> [Effect] {
    staysInScratch = true
    return [save(composer)]
  }

  /// Saves the request under the typed name. If there is no workspace, the question whether to
  /// create one comes after the name, so that the letters of the name cannot answer it.
  mutating func save(
    _ composer: ComposerModel, as name: String, at place: WorkspaceStatus
  ) -> [Effect] {
    self.name = name
    if let old = composer.name {
      return [name == old ? save(composer) : .requests(.save(composer.draft, name: name, .refused))]
    }
    return offersWorkspace(at: place) ? [.confirm(.makingWorkspace(place))] : [save(composer)]
  }

  /// Returns the effect that saves under the name of the request, or else under the given name, or
  /// that asks for a name.
  func save(_ composer: ComposerModel) -> Effect {
    if let name = composer.name {
      return .requests(
        composer.request.isOutdated
          ? .compare(composer.draft, name: name) : .save(composer.draft, name: name, .allowed))
    }
    guard let name else { return .ask(Prompt(SaveRequestPrompt(), text: refused)) }
    return .requests(.save(composer.draft, name: name, .refused))
  }

  private func offersWorkspace(at place: WorkspaceStatus) -> Bool {
    place.isScratch && !place.folder.isEmpty && !staysInScratch
  }

  // MARK: Results

  mutating func succeed() { (name, refused) = (nil, "") }

  mutating func fail() {
    refused = name ?? ""
    name = nil
  }
}

extension Confirmation {
  /// Returns the question about which version of a file to keep.
  static func conflict(_ name: String, _ change: FileChange, answers: [Answer]) -> Confirmation {
    Confirmation(
      "\(name) changed outside Weir. Keep which version?",
      detail: change.lines.isEmpty
        ? "Saving yours changes no line of the file."
        : "Saving yours changes the marked lines of the file.",
      excerpt: FileDifference(since: .accepted, [change]).excerpt,
      answers: [.init("Decide later")] + answers)
  }

  fileprivate static func makingWorkspace(_ place: WorkspaceStatus) -> Confirmation {
    Confirmation(
      "Create a workspace for this request?",
      detail:
        "A workspace is a folder of files that you can read, edit and share. Scratch is Weir's own;"
        + " its gateways and environments stay there.",
      answers: [
        .init("Keep it in scratch", [.saveInScratch]),
        .init("Create one in \(place.folder)", [.workspace(.make)]), .init("Cancel"),
      ])
  }
}
