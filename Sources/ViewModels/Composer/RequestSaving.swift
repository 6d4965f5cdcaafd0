import ClientModel

/// The steps of saving the composed request. A prompt asks for the name. Before the first save, a
/// workspace is offered.
struct RequestSaving: Sendable {
  /// The message of the prompt while the name is empty.
  static let nameNeed = "A name is needed, such as users/list."

  /// The typed name while a question about a workspace is open.
  private var name: String?
  /// The name under which the request could not be saved. The next name prompt proposes this name.
  private var refused = ""
  /// Whether the user chose to save without a workspace in this session.
  private var staysInScratch = false

  // MARK: Saving

  /// Begins to save the request for the save command.
  mutating func begin(_ composer: ComposerModel) -> [Effect] {
    name = nil
    return [save(composer)]
  }

  /// Asks for another name for the request.
  mutating func beginAs(_ composer: ComposerModel) -> [Effect] {
    name = nil
    return [.ask(Prompt(SaveRequestPrompt(), selecting: composer.name ?? ""))]
  }

  /// Saves the request under the stored name in the scratch workspace. A workspace is not offered
  /// again in this session.
  mutating func saveInScratch(_ composer: ComposerModel) -> [Effect] {
    staysInScratch = true
    return [save(composer)]
  }

  /// Saves the request under the typed name. A workspace is offered after the name prompt. In the
  /// reverse order, letters of the name could answer the question.
  ///
  /// - Parameters:
  ///   - saved: The names of the saved requests. If scratch has some, the user decided to save
  ///     there in an earlier session, and is not asked again.
  ///   - catalogs: The catalogs of all open requests.
  mutating func save(
    _ composer: ComposerModel, as name: String, at place: WorkspaceStatus, among saved: [String],
    catalogs: [String]
  ) -> [Effect] {
    self.name = name
    if let old = composer.name {
      return [name == old ? save(composer) : .requests(.save(composer.draft, name: name, .refused))]
    }
    guard saved.isEmpty, offersWorkspace(at: place) else { return [save(composer)] }
    return [.confirm(.makingWorkspaceForRequest(place, catalogs))]
  }

  /// Asks whether to create a workspace, without a request that is being saved.
  mutating func makeWorkspace(at place: WorkspaceStatus, catalogs: [String]) -> [Effect] {
    name = nil
    return [.confirm(.makingWorkspace(place, catalogs))]
  }

  /// Saves the request in a workspace that was just created. A request that is neither being saved
  /// nor was saved in scratch is not saved.
  ///
  /// - Parameter old: The name of the request in scratch. Nil if it was not saved there.
  mutating func saveInWorkspace(_ composer: ComposerModel, named old: String?) -> [Effect] {
    name = name ?? old
    return name == nil ? [] : [save(composer)]
  }

  /// Returns the effect that saves the request under its own name or the stored name. If there is
  /// no name, the effect asks for one.
  func save(_ composer: ComposerModel) -> Effect {
    if let name = composer.name {
      return .requests(
        composer.request.edited.isOutdated
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
  /// Returns the question whether to keep the user's version of a file or the version on disk.
  static func conflict(_ name: String, _ change: FileChange, answers: [Answer]) -> Confirmation {
    Confirmation(
      "\(name) changed outside Weir. Keep which version?",
      detail: change.lines.isEmpty
        ? "Saving your version changes no line of the file."
        : "Saving your version changes the marked lines of the file.",
      excerpt: FileDifference(since: .accepted, [change]).excerpt,
      answers: [.init("Decide later")] + answers)
  }

  fileprivate static func makingWorkspaceForRequest(
    _ place: WorkspaceStatus, _ catalogs: [String]
  ) -> Confirmation {
    Confirmation(
      "Create a workspace for this request?",
      detail: workspaceDetail + " its jobs, gateways and environments stay there.",
      answers: [
        .init("Keep it in scratch", [.saveInScratch]), making(place, catalogs), .init("Cancel"),
      ])
  }

  fileprivate static func makingWorkspace(
    _ place: WorkspaceStatus, _ catalogs: [String]
  ) -> Confirmation {
    Confirmation(
      "Create a workspace here?",
      detail: workspaceDetail
        + " its requests, jobs, gateways and environments stay there. The open request is copied"
        + " if it is saved.",
      answers: [making(place, catalogs), .init("Cancel")])
  }

  private static let workspaceDetail =
    "A workspace is a folder of files that you can read, edit and share. Scratch is private to Weir;"

  private static func making(_ place: WorkspaceStatus, _ catalogs: [String]) -> Answer {
    Answer("Create one in \(place.folder)", [.workspace(.make(catalogs: catalogs))])
  }
}
