package import ClientModel

/// Functions that replace the request in the composer.
extension ComposerModel {
  /// Replaces the current request by a saved or new one.
  package mutating func load(_ draft: Draft) {
    self = emptied()
    self.draft = draft
    saved = draft
    examine()
  }

  /// Loads a request of an ended session as an unsaved change of `base`, or of an empty request.
  package mutating func restore(_ draft: Draft, base: Draft?) {
    load(draft)
    saved = base ?? Draft()
  }

  /// Returns the notice that the request of a job is open.
  ///
  /// - Parameter open: The templates that replace secrets of the job.
  static func notice(editing job: JobID, _ open: [String]) -> Notice {
    guard let first = open.first else { return Notice(.info, "This is the request of job \(job).") }
    return Notice(
      .warning, "The request of job \(job) is incomplete.",
      why: open.count == 1
        ? "{{\(first)}} replaces a secret that cannot be shown here."
        : "\(open.count) templates such as {{\(first)}} replace secrets that cannot be shown here.",
      whatToDo: "Type the secret, or give the name a value.")
  }

  /// Handles a change of the request's file outside Weir.
  mutating func take(changed draft: Draft, of name: String) -> [Effect] {
    guard self.name == name else { return [] }
    guard isUnsaved else {
      var draft = draft
      draft.name = name
      load(draft)
      return [.notify(Notice(.info, "\(name) was changed outside and read again."))]
    }
    isOutdated = true
    return [
      .notify(
        Notice(
          .warning, "\(name) was changed outside.", why: "Your changes here are not saved.",
          whatToDo: "Save to see both versions and choose one."))
    ]
  }

  /// Returns a question that asks which of these requests to begin.
  static func question(of choices: [RequestChoice]) -> Confirmation {
    Confirmation(
      "Begin a new request with this value?",
      answers: [.init("Stay here")]
        + choices.map { .init($0.title, [.compose(.restored($0.draft, base: nil))]) })
  }

  /// The draft if it has unsaved changes, or nil.
  var unsavedDraft: Draft? { isUnsaved ? draft : nil }

  /// Whether this is a new request in which nothing was typed.
  var isBlank: Bool { !isUnsaved && draft == Draft() }

  /// Copies the interface state, but not the request, from the composer of another tab.
  mutating func adopt(surroundingsOf other: ComposerModel) {
    gateways = other.gateways
    (height, columns) = (other.height, other.columns)
    killed = other.killed
    methods = other.methods
    use(other.environment)
    awaitsEnvironment = other.awaitsEnvironment
    reveal()
  }

  /// Records that the request was saved as `draft` under a name. Text that was typed since then is
  /// not saved.
  mutating func markSaved(_ draft: Draft, as name: String) {
    rename(to: name)
    var draft = draft
    draft.name = name
    saved = draft
    isOutdated = false
  }

  private mutating func rename(to name: String?) {
    // Only the name changes, so the form is not read again.
    let isFollowed = form?.draft == draft
    draft.name = name
    if isFollowed { form?.rename(name) }
  }

  /// Sets the new name of the file. Unsaved changes stay unsaved.
  package mutating func rename(_ name: String) {
    rename(to: name)
    saved.name = name
  }

  /// Turns the draft into a new, unsaved request with the same content.
  package mutating func detach() {
    rename(to: nil)
    saved = Draft()
  }

  /// Connects the draft to this saved request.
  mutating func attach(to base: Draft) {
    rename(to: base.name)
    saved = base
  }

  /// Records that another environment was chosen; its values follow with `use(_:)`.
  mutating func awaitEnvironment() { awaitsEnvironment = true }

  package mutating func use(_ environment: Environment) {
    (self.environment, awaitsEnvironment) = (environment, false)
    examine()
  }

  package mutating func use(_ gateways: Gateways) {
    self.gateways = gateways
    examine()
  }

  /// Stores the problems that submitting the request found, and selects the field of the first.
  mutating func refuse(_ problems: [DraftProblem]) -> [Effect] {
    check.refuse(problems)
    goToProblem()
    return problems.first.map { [.notify(Notice($0))] } ?? []
  }

  /// Selects the field of the first problem.
  package mutating func goToProblem() {
    if !formProblems.isEmpty { return goToFormProblem() }
    if let place = problems.first?.place, let field = draft.field(of: place) { select(field) }
  }

  // MARK: Values of a response

  /// Stores the shown jq program in the request. An empty text removes the request's program.
  mutating func use(filter text: String) -> [Effect] {
    draft.filter = text.isEmpty ? nil : text
    let words =
      text.isEmpty
      ? "The composed request has no filter any more."
      : "The composed request now has this filter. Save it to make that permanent."
    return [.notify(Notice(.info, words))]
  }

  /// Adds a valid assertion to the request, unless the request has it already.
  ///
  /// - Parameter job: The job in the response panel. If the response of the job belongs to another
  ///   request, a warning says so.
  mutating func add(assertion text: String, after job: Job?) -> [Effect] {
    if !draft.assertions.contains(text) { draft.assertions.append(text) }
    examine()
    let address = draft.url.prefix(whileByte: { !"?#".utf8.contains($0) })
    let name =
      name.map { "The request \($0)" }
      ?? "\(draft.method) \(address.isEmpty ? "" : "\(address.prefix(60)) ")in the request panel"
    let isOther = job?.wasSent(elsewhereThan: address) == true
    return [
      .notify(
        Notice(
          isOther ? .warning : .info, "\(name) is checked by it at each run.",
          why: isOther ? "The response on show is of another request." : "",
          whatToDo: "Save the request to make that permanent."))
    ]
  }

  /// Prepares one job for each element of an array, from the saved request of this name, or from
  /// the composed request if the name is empty.
  func queue(each array: [UInt8], of name: String, _ source: String) -> [Effect] {
    let request = name.isEmpty ? EachRequest.draft(draft) : .saved(name)
    return [.sending(.prepareElements(array, of: request, source: source))]
  }
}

extension Job {
  /// Returns whether the response came from another address. The address may lack the scheme, and
  /// the slash if there is no path.
  fileprivate func wasSent(elsewhereThan address: Substring) -> Bool {
    guard !address.contains(bytes: "{{") else { return false }
    let sent = displayURL.prefix(whileByte: { !"?#".utf8.contains($0) })
    let known = address.firstRange(ofBytes: "://").map { address[$0.upperBound...] } ?? address
    return known.isEmpty || !(sent.ends(with: known) || sent.ends(with: known + "/"))
  }
}
