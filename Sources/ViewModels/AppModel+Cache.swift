import ClientModel

/// The place of cached responses.
extension AppModel {
  mutating func openCache() -> [Effect] {
    open(.cache)
    return [.cache(.list)]
  }

  var cacheRows: [ListRow] {
    cached.map { answer in
      ListRow(
        value: .cached(answer), title: "\(answer.method) \(answer.url)",
        detail: [answer.age, answer.left, answer.size, answer.validator]
          .filter { !$0.isEmpty }.joined(separator: " · "))
    }
  }

  /// Opens the exchange that brought a cached answer.
  mutating func view(_ answer: CachedAnswer) -> [Effect] {
    guard let job = answer.job else {
      return [
        .notify(
          Notice(
            .info, "Its exchange is not kept.", why: "The job that brought it is forgotten.",
            whatToDo: "`weir cache show \(answer.id)` prints what the cache holds."))
      ]
    }
    closeOverlays()
    return [.showJob(job)]
  }

  func change(_ answer: CachedAnswer, by command: ListCommand) -> [Effect] {
    switch command {
    case .delete: [.cache(.delete(answer))]
    case .refresh: [.cache(.refresh(answer))]
    case .clear:
      [
        .confirm(
          Confirmation(
            "Delete every cached response?", detail: "They come back when they are asked for.",
            answers: [.init("Keep them"), .init("Delete them", [.cache(.clear)])]))
      ]
    default: [.notify(Notice(.info, "That does not apply to this row."))]
    }
  }

  /// Reads the list anew when a job ends while it is open: the job may have renewed an entry.
  func cacheReload(after event: QueueEvent) -> [Effect] {
    guard case .list(let list) = overlays.last, list.kind == .cache,
      case .changed(let jobs) = event, jobs.contains(where: \.state.word.isFinished)
    else { return [] }
    return [.cache(.list)]
  }
}
