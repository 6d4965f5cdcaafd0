import ClientModel

/// The list of cached responses, newest first.
struct CacheList: EventListSource {
  var responses: [CachedResponse] = []

  static let commands = [FeatureCommand.cache]
  static let manual = ManualSubject(topic: "cache")

  let title = "Cache"
  let emptyText = "Nothing is cached. Set Cache on the options tab to fresh."

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

extension FeatureCommand {
  package static let cache = FeatureCommand(
    "cache", opens: \.cache,
    .init(
      "List the cached responses", hint: "cache",
      help: "Shows the age, remaining lifetime, size and validator of each.", keys: ", c"))
}
