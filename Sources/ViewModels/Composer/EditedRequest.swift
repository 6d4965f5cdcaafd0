import ClientModel
import ClientPipeline

/// The request in the composer: the draft, the saved request and the last job.
struct EditedRequest: Sendable {
  var draft = Draft() { didSet { revision += 1 } }
  /// The saved request. An empty draft for a new request.
  private(set) var saved = Draft() { didSet { revision += 1 } }
  /// Whether the request file changed on disk while the draft had unsaved changes.
  private(set) var isOutdated = false
  /// The last job that sent this request.
  var lastJob: JobID?
  /// A number that increases with each change of the draft or the saved request.
  private(set) var revision = 0
  /// The origin of the draft's method.
  var methodOrigin = MethodOrigin.initial

  enum MethodOrigin {
    /// The GET of a new request. Changes to `body` if the user adds a body.
    case initial
    /// A POST for a body. Changes to `initial` if the user removes the body.
    case body
    /// The user or the source of the request chose the method. A body does not change it.
    case chosen
  }

  /// The name of the saved request. Nil for an unsaved request.
  var name: String? { draft.name }
  var isChanged: Bool { draft != saved }

  /// Replaces the request with a draft. `base` is the saved version of the draft, or an empty draft
  /// if the request is new.
  mutating func begin(_ draft: Draft, base: Draft) {
    let revision = revision
    self = EditedRequest()
    (self.draft, saved) = (draft, base)
    methodOrigin = draft == Draft() ? .initial : .chosen
    self.revision = revision + 2
  }

  /// Returns an empty request for another tab. The revision number is kept.
  func emptied() -> EditedRequest {
    var fresh = EditedRequest()
    fresh.revision = revision
    return fresh
  }

  // MARK: Rows

  /// Adds the missing rows for the path variables in these problems.
  ///
  /// - Returns: Whether a row was added.
  mutating func addPathVariables(_ problems: [DraftProblem]) -> Bool {
    let count = draft.pathVariables.count
    for problem in problems {
      guard case .pathVariable(let name) = problem.place,
        !draft.pathVariables.contains(where: { $0.name == name })
      else { continue }
      draft.pathVariables.append(DraftField(name, ""))
    }
    return draft.pathVariables.count != count
  }

  /// Removes empty assertions. Returns whether the row of the field is empty and must be removed.
  mutating func hasEmptyRow(at field: ComposerField) -> Bool {
    if draft.assertions.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      draft.assertions.removeAll { $0.allSatisfy(\.isWhitespace) }
    }
    guard case .cell(let grid, let row, _) = field, grid != .pathVariables else { return false }
    let fields = draft.fields(grid)
    return row < fields.count && fields[row].name.isEmpty && fields[row].value.isEmpty
  }

  // MARK: The method

  /// Changes the method of a new request to POST if it has a body, and back to GET if it has none.
  /// A GraphQL request is always sent with POST.
  ///
  /// - Returns: Whether the method changed.
  mutating func fitMethod() -> Bool {
    switch (methodOrigin, draft.bodyKind) {
    case (.body, .none): (draft.method, methodOrigin) = ("GET", .initial)
    case (.initial, .none), (.body, _): return false
    case (.initial, _): (draft.method, methodOrigin) = ("POST", .body)
    case (.chosen, .graphQL) where draft.method == "GET": draft.method = "POST"
    case (.chosen, _): return false
    }
    return true
  }

  // MARK: The saved request

  /// Records that `draft` was saved under a name. Later changes remain unsaved.
  mutating func markSaved(_ draft: Draft, as name: String) {
    self.draft.name = name
    var draft = draft
    draft.name = name
    saved = draft
    isOutdated = false
  }

  /// Sets the new name of the file. Unsaved changes remain unsaved.
  mutating func rename(_ name: String) { (draft.name, saved.name) = (name, name) }

  /// Makes the draft a new, unsaved request with the same content.
  mutating func detach() {
    draft.removeName()
    saved = Draft()
  }

  /// Makes the draft an edited version of a saved request.
  mutating func attach(to base: Draft) {
    (draft.name, draft.folder, saved) = (base.name, base.folder, base)
  }

  /// Records that the file changed on disk while the draft has unsaved changes. Returns a notice.
  mutating func outdate() -> [Effect] {
    isOutdated = true
    return [
      .notify(
        Notice(
          .warning, "\(name ?? "") was changed outside Weir.",
          why: "Your changes here are not saved.",
          whatToDo: "Save to see both versions and choose one."))
    ]
  }

  /// Adds the response settings of the endpoint, except those that the request already has. They do
  /// not count as changes by the user.
  mutating func take(remote: RemoteRule?, outcome: OutcomeRule?) {
    draft.remote = draft.remote ?? remote
    draft.outcome = draft.outcome ?? outcome
    guard saved.endpoint == draft.endpoint else { return }
    saved.remote = saved.remote ?? remote
    saved.outcome = saved.outcome ?? outcome
  }

  // MARK: Values of a response

  /// Stores the current jq program of the response panel in the request. An empty text removes the
  /// stored program.
  mutating func use(filter text: String) -> [Effect] {
    draft.filter = text.isEmpty ? nil : text
    let words =
      text.isEmpty
      ? "The composed request no longer has a filter."
      : "The composed request now has this filter. Save the request to keep the filter."
    return [.notify(Notice(.info, words))]
  }

  /// Adds a valid assertion, unless the request already has it.
  ///
  /// - Parameter job: The job in the response panel. If its address differs from that of this
  /// request, a warning is shown.
  mutating func add(assertion text: String, after job: Job?) -> [Effect] {
    if !draft.assertions.contains(text) { draft.assertions.append(text) }
    let address = draft.url.prefix(whileByte: { !"?#".utf8.contains($0) })
    let name =
      name.map { "The request \($0)" }
      ?? "\(draft.method) \(address.isEmpty ? "" : "\(address.prefix(60)) ")in the request panel"
    let isOther = job?.wasSent(elsewhereThan: address) == true
    return [
      .notify(
        Notice(
          isOther ? .warning : .info, "\(name) now has this assertion, checked at each run.",
          why: isOther ? "The displayed response belongs to another request." : "",
          whatToDo: "Save the request to keep the assertion."))
    ]
  }

  /// Prepares a job for each element of an array. Uses the saved request of the given name. If the
  /// name is empty, uses the composed request.
  func queue(each array: [UInt8], of name: String, _ source: String) -> [Effect] {
    let request = name.isEmpty ? EachRequest.draft(draft) : .saved(name)
    return [.sending(.prepareElements(array, of: request, source: source))]
  }
}

extension Job {
  /// Returns whether the job was sent to a different address. `address` may lack the scheme and a
  /// final slash.
  fileprivate func wasSent(elsewhereThan address: Substring) -> Bool {
    guard !address.contains(bytes: "{{") else { return false }
    let sent = displayURL.prefix(whileByte: { !"?#".utf8.contains($0) })
    let known = address.firstRange(ofBytes: "://").map { address[$0.upperBound...] } ?? address
    return known.isEmpty || !(sent.ends(with: known) || sent.ends(with: known + "/"))
  }
}
