import ClientModel

/// The history as a list. The session filters the exchanges and loads them in pages.
extension HistoryModel: FollowingListSource, EventListSource {
  static let commands = [FeatureCommand.history]
  static let manual = ManualSubject(topic: "history")

  var title: String { "History" }
  var emptyText: String {
    isSearching ? "Searching…" : "No exchange yet. Send a request."
  }
  var noMatchText: String {
    if isSearching { return "Searching…" }
    let unread = HistoryFilter(filter, now: Timestamp(milliseconds: 0)).unread.first
    return unread.map(HistoryFilter.remark) ?? "Nothing matches. \(HistoryFilter.advice)"
  }

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    rows.map { exchange in
      var row = ListRow(
        value: .init(exchange.exchange), title: "\(exchange.method) \(exchange.url)",
        detail: exchange.number)
      row.cells = [
        ListCell("", .sign(exchange.outcome)), ListCell(exchange.number, .faint),
        ListCell(exchange.method, .method), ListCell(exchange.url, .address),
        ListCell(exchange.result, .outcome(exchange.outcome)), ListCell(exchange.time, .number),
        ListCell(exchange.size, .number), ListCell(exchange.fault, .fault),
      ]
      return row
    }
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil
      ? [.nextTab, .close]
      : [.choose, .edit, .refresh, .compare, .delete, .filter, .nextTab, .close]
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    command == .choose ? "show" : nil
  }

  mutating func begin() -> [Effect] { browse().map(Effect.history) }

  /// Adds a page. If the cursor is near the end of the list, `follow` then loads the next page.
  mutating func receive(_ event: HistoryEvent, _ visibility: ListVisibility) -> [Effect] {
    guard visibility == .uppermost, case .page(let page) = event else { return [] }
    return receive(page, at: 0).map(Effect.history)
  }

  mutating func follow(_ list: ListModel) -> [Effect] {
    look(for: list.filter.text, from: list.list.selected).map(Effect.history)
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard let exchange: AttemptID = row.item() else { return [] }
    return [.list(.view(exchange))]
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    guard let exchange = row?.item(AttemptID.self) else { return refuse(command) }
    switch command {
    case .refresh:
      // The cursor moves to the first row, because new exchanges appear only while the first row is
      // selected.
      list.select(0, among: rows.count)
      return [.queue(.runAgain(exchange.job))]
    case .edit: return [.queue(.edit(exchange.job))]
    case .compare: return [.list(.compare(exchange))]
    case .delete:
      remove(exchange.job)
      return [.list(.delete(exchange.job))] + browse(list.filter.text).map(Effect.history)
    default: return refuse(command)
    }
  }

  /// Reloads the list when a job ends. Does nothing unless the first row is selected.
  mutating func reload(after event: QueueEvent, _ list: ListModel) -> [Effect] {
    guard list.list.selected == 0, !isSearching, event.endsJob else { return [] }
    return browse(list.filter.text).map(Effect.history)
  }
}

extension FeatureCommand {
  package static let history = FeatureCommand(
    "history", opens: \.history, .init("Open the history", hint: "history", keys: ", h"))
}
