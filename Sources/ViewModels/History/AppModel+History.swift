import ClientModel

/// The place of what was exchanged.
extension AppModel {
  mutating func openHistory() -> [Effect] {
    open(.history)
    return browseHistory()
  }

  mutating func browseHistory() -> [Effect] { history.browse().map(Effect.history) }

  var historyRows: [ListRow] {
    history.rows.map {
      ListRow(value: .exchange($0.exchange), title: $0.title, detail: $0.detail)
    }
  }

  /// Asks for what the list of the history needs to be shown as it stands now.
  mutating func lookThroughHistory(_ list: ListModel) -> [Effect] {
    history.look(for: list.filter.text, from: list.list.selected).map(Effect.history)
  }

  mutating func take(_ page: HistoryNews) -> [Effect] {
    guard case .list(let list) = overlays.last, list.kind == .history else { return [] }
    return history.receive(page, at: list.list.selected).map(Effect.history)
  }

  /// A job that ends while the newest are looked at comes on top of them.
  mutating func historyReload(after event: QueueEvent) -> [Effect] {
    guard case .list(let list) = overlays.last, list.kind == .history, list.list.selected == 0,
      !history.isSearching, case .changed(let jobs) = event,
      jobs.contains(where: \.state.word.isFinished)
    else { return [] }
    return history.browse(list.filter.text).map(Effect.history)
  }

  /// Shows the exchange itself, also when it was not the job's last try.
  mutating func open(_ exchange: AttemptID) -> [Effect] {
    closeOverlays()
    response.wish(exchange)
    return [.showJob(exchange.job)]
  }

  mutating func change(_ exchange: AttemptID, by command: ListCommand) -> [Effect] {
    if command == .compare, response.attempt != nil { closeOverlays() }
    if command == .refresh, case .list(var list)? = overlays.last {
      // Where the newest are looked at, what comes of it shows.
      list.select(0, among: history.rows.count)
      overlays[overlays.count - 1] = .list(list)
    }
    return switch command {
    case .refresh: [.queue(.runAgain(exchange.job))]
    case .compare: response.compare(with: exchange)
    case .delete:
      [
        .confirm(
          Confirmation(
            "Forget job #\(exchange.job)?", detail: "All its tries and their answers go.",
            answers: [.init("Keep it"), .init("Forget it", [.queue(.forget(exchange.job))])]))
      ]
    default: [.notify(Notice(.info, "That does not apply to this row."))]
    }
  }
}
