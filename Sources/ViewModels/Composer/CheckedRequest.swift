import ClientCatalogs
import ClientDocuments
import ClientModel
import ClientPipeline

/// The composed request with its form and its problems. The request is examined after each change.
struct CheckedRequest: Sendable {
  var edited = EditedRequest()
  var check = RequestCheck()
  /// The form. Nil if the request was not created from an endpoint, or if the endpoint's catalog is
  /// not loaded.
  var form: ComposerForm?

  var draft: Draft {
    get { edited.draft }
    _modify { yield &edited.draft }
  }

  /// Replaces the request with a draft. `base` is the saved version of the draft, or an empty draft
  /// if the request is new.
  mutating func begin(_ draft: Draft, base: Draft, in context: ComposerContext) {
    self = emptied()
    edited.begin(draft, base: base)
    examine(in: context)
  }

  /// Returns an empty request for another tab. The revision number is kept.
  func emptied() -> CheckedRequest { CheckedRequest(edited: edited.emptied()) }

  /// The identity of the request. Nil for an unnamed request that cannot be sent.
  var composed: ComposedRequest? {
    if let name = edited.name { return .saved(name) }
    return check.examination.request.map { .unnamed(method: $0.method, url: $0.displayURL) }
  }

  /// Connects the draft to a saved request, or disconnects it. The form is not read again, because
  /// only the name changes.
  mutating func reconnect(_ change: (inout EditedRequest) -> Void) {
    let isFollowed = form?.draft == draft
    change(&edited)
    if isFollowed { form?.rename(edited.name) }
  }

  // MARK: Changes

  mutating func examine(in context: ComposerContext) {
    check.examine(draft, in: context.environment, context.gateways, context.schemas)
  }

  /// Sets the text of a field that is not in the form. Adds a row for each path variable in the URL
  /// that has no row.
  mutating func write(_ text: String, to field: ComposerField, in context: ComposerContext) {
    if case .option(let option) = field {
      check.set(draft.set(option, to: text), of: option)
    } else {
      draft.set(text, in: field)
    }
    if field == .method { edited.methodOrigin = .chosen }
    check.changed()
    if field == .url { draft.pathVariables.removeAll { $0.value.isEmpty } }
    examine(in: context)
    if field == .url, edited.addPathVariables(check.examination.problems) { examine(in: context) }
  }

  /// Adds a valid assertion, unless the request already has it.
  ///
  /// - Parameter job: The job in the response panel.
  mutating func add(
    assertion text: String, after job: Job?, in context: ComposerContext
  ) -> [Effect] {
    defer { examine(in: context) }
    return edited.add(assertion: text, after: job)
  }

  /// Changes the form and copies its values to the draft. Returns nil if there is no form.
  mutating func changeForm(
    in context: ComposerContext, _ work: (inout ComposerForm) -> ComposerForm.Step
  ) -> ComposerForm.Step? {
    guard var changed = form.take() else { return nil }
    let step = work(&changed)
    form = changed
    guard changed.draft != draft else { return step }
    draft = changed.draft
    check.changed()
    examine(in: context)
    return step
  }

  // MARK: The endpoint

  /// Creates the form if the request has an endpoint and the form is missing or outdated. Removes
  /// the form if the endpoint is not found. Called after each turn.
  mutating func follow(
    _ catalogs: inout CatalogsModel, _ announcements: inout Announcements
  ) -> [Effect] {
    guard let name = draft.endpoint else {
      announcements.found()
      return []
    }
    if let form, form.name == name, form.edition == catalogs.edition(of: name.catalog) { return [] }
    let search = catalogs.find(name)
    switch search {
    case .described(let endpoint, let catalog, let edition):
      announcements.found()
      attach(endpoint, in: catalog, edition: edition)
    case .awaited(let effects): return effects.map(Effect.catalogs)
    case .refused, .noCatalog, .noEndpoint:
      guard let why = search.absence(of: name), let notice = announcements.missing(name, why)
      else { break }
      form = nil
      return [.notify(notice)]
    }
    return []
  }

  /// Attaches the form of the endpoint to the request.
  private mutating func attach(_ endpoint: Endpoint, in catalog: Catalog, edition: Int) {
    edited.take(remote: endpoint.rules.remote, outcome: endpoint.rules.outcome ?? catalog.outcome)
    var fresh = ComposerForm(reading: draft, endpoint, in: catalog, edition: edition)
    fresh.showsMissingFields = form?.showsMissingFields ?? false
    form = fresh
  }

  /// Removes the endpoint and the form. The response settings of the endpoint are kept.
  mutating func detach(in context: ComposerContext) {
    form = nil
    draft.endpoint = nil
    draft.endpointChoice = EndpointChoice()
    examine(in: context)
  }

  // MARK: Sending

  enum Submission {
    case ready
    case asked(Confirmation)
    /// The request has a problem. If the user repeats the command `again`, Weir asks whether to
    /// send the request nevertheless. Nil if the request cannot be sent.
    case refused(again: ComposerCommand?)
  }

  /// Checks the request before it is sent. Problems in the form prevent only the first attempt. A
  /// second attempt with the same values is deliberate, so it results in a question.
  mutating func submission(
    _ scheduling: Job.Scheduling, in context: ComposerContext
  ) -> Submission {
    // Files and trust may have changed. A request that was refused before may be valid now.
    check.refuse([])
    guard check.problems(of: draft).isEmpty || context.awaitsEnvironment else {
      return .refused(again: nil)
    }
    guard let form, !form.problems.isEmpty else { return .ready }
    if let question = form.question(beforeSending: draft, scheduling) { return .asked(question) }
    return .refused(again: scheduling == .queued ? .queue : .send)
  }

  /// Returns the notice about the first problem.
  ///
  /// - Parameter again: The command that sends the request despite the problems of the form. Nil if
  ///   nothing can send it.
  mutating func refuse(again: ComposerCommand?) -> Notice {
    let refused = again == nil ? nil : draft
    form?.refused = refused
    let problem =
      form?.problems.first.map { Notice($0) } ?? check.problems(of: draft).first.map { Notice($0) }
    guard var notice = problem else {
      return Notice(.warning, "The request is not complete.", whatToDo: "Type a URL first.")
    }
    if let again {
      notice.whatToDo =
        "\(notice.whatToDo.droppingLast(bytes: 1)), or press \(key: .composer(again)) again to send it as it is."
    }
    return notice
  }

  // MARK: GraphQL

  /// Returns the schema of the service. Returns nil if the body is not GraphQL or no schema is
  /// known.
  func schema(in context: ComposerContext) -> GraphQLSchema? {
    draft.graphQL == nil ? nil : context.schemas[check.examination.address]
  }

  /// The effect that sends the introspection query with the settings of the request. Empty if the
  /// body is not GraphQL.
  var introspection: [Effect] {
    guard draft.graphQL != nil else { return [] }
    var draft = draft
    draft.body = .graphQL(GraphQLSchema.introspection)
    (draft.name, draft.filter, draft.assertions) = (nil, nil, [])
    return [.sending(.submit(draft, .immediate))]
  }
}
