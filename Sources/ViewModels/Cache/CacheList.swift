import ClientModel

/// The list of cached responses, newest first.
struct CacheList: EventListSource {
  var responses: [CachedResponse] = []

  static let commands = [FeatureCommand.cache, .putIntoCache]
  static let manual = ManualSubject(topic: "cache")

  let title = "Cache"
  let emptyText = "Nothing is cached. In the Options tab, set Cache to fresh."

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    responses.map { response in
      var row = ListRow(
        value: .init(response), title: "\(response.method) \(response.url)",
        detail: [response.age, response.left, response.size, response.validator]
          .filter { !$0.isEmpty }.joined(separator: " · "))
      row.cells = [
        ListCell(response.method, .method), ListCell(response.url, .address),
        ListCell(response.age, .number), ListCell(response.left), ListCell(response.size, .number),
        ListCell(response.validator, .faint),
      ]
      return row
    }.matching(filter)
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil ? [.close] : [.choose, .refresh, .delete, .clear, .filter, .close]
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    command == .choose ? "show" : nil
  }

  mutating func begin() -> [Effect] { [.cache(.list)] }

  mutating func receive(_ event: CacheEvent, _ visibility: ListVisibility) -> [Effect] {
    switch event {
    case .list(let responses): self.responses = responses
    }
    return []
  }

  /// Opens the exchange of a cached response.
  mutating func choose(_ row: ListRow) -> [Effect] {
    guard let response: CachedResponse = row.item() else { return [] }
    guard let job = response.job else {
      return [
        .notify(
          Notice(
            .info, "The exchange of this response is not stored.", why: "Its job was deleted.",
            whatToDo: "`weir cache show \(response.id)` prints the cached response."))
      ]
    }
    return [.list(.closeAll), .showJob(job)]
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    guard let response = row?.item(CachedResponse.self) else { return refuse(command) }
    switch command {
    case .delete:
      // The row is removed before the deletion has ended, so that the next key applies to the next
      // row.
      responses.removeAll { $0.id == response.id }
      return [.cache(.delete(response))]
    case .refresh: return [.cache(.refresh(response))]
    case .clear:
      return [
        .confirm(
          Confirmation(
            "Delete every cached response?", detail: "They are fetched again when needed.",
            answers: [.init("Keep them"), .init("Delete them", [.cache(.clear)])]))
      ]
    default: return refuse(command)
    }
  }

  /// Reloads the list when a job ends. The job's response may have replaced an entry.
  func reload(after event: QueueEvent) -> [Effect] {
    event.endsJob ? [.cache(.list)] : []
  }
}

extension QueueEvent {
  var endsJob: Bool {
    if case .changed(let jobs) = self {
      jobs.contains(where: \.state.word.isFinished)
    } else {
      false
    }
  }
}

/// A prompt for the body of a response that is put into the cache for the composed request.
struct CachedBodyPrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, ComposerModel> & Sendable = \.composer

  var label: String { "Body of the cached response" }
  var advice: String? {
    "The text of the body, or @ and the path of a file."
  }

  func accept(_ text: String, _ composer: inout ComposerModel) -> [Effect] {
    let isFile = text.begins(with: "@")
    return [
      .cache(
        .put(composer.draft, isFile ? .file(String(text.dropping(bytes: 1))) : .text(text)))
    ]
  }
}

extension FeatureCommand {
  package static let putIntoCache = FeatureCommand(
    "putIntoCache",
    .init(
      "Put a response of your own into the cache", hint: "put into the cache",
      help: "For the composed request. The option Store for limits its lifetime.",
      unless: {
        $0.composer.draft.url.isEmpty
          ? .cannot(
            "Nothing was put into the cache.", "The composed request has no URL.",
            "Compose the request to which the response belongs.") : nil
      })
  ) { _ in [.ask(Prompt(CachedBodyPrompt()))] }
  package static let cache = FeatureCommand(
    "cache", opens: \.cache,
    .init(
      "List the cached responses", hint: "cache",
      help: "Shows the age, remaining lifetime, size and validator of each.", keys: ", c"))
}
