import ClientModel

/// The place of the event log.
extension AppModel {
  private static let longestLog = 2000

  /// True while the log is on the screen; new entries are then shown.
  package var showsLog: Bool {
    if case .list(let list) = overlays.last { list.kind == .log } else { false }
  }

  /// Takes what happened, in its order; the cursor stays on its row while others come above it.
  mutating func note(_ entries: [LogEntry]) {
    guard case .list(var list) = overlays.last, list.kind == .log, list.list.selected > 0 else {
      return append(entries)
    }
    let before = rows(of: list).count
    append(entries)
    let after = rows(of: list).count
    list.select(list.list.selected + max(0, after - before), among: after)
    overlays[overlays.count - 1] = .list(list)
  }

  private mutating func append(_ entries: [LogEntry]) {
    log += entries
    // Not after each entry, because removing from the front moves all other entries.
    if log.count > Self.longestLog + 200 { log.removeFirst(log.count - Self.longestLog) }
  }

  /// The newest first.
  func logRows(_ filter: String) -> [ListRow] {
    let filter = LogFilter(filter)
    return log.reversed().filter(filter.passes).map { entry in
      switch entry {
      case .notice(let notice): ListRow(value: .notice(notice), title: notice.line)
      case .event(let logged):
        ListRow(
          value: .logged(logged), title: logged.line,
          detail: "\(logged.event.word.name) \(logged.time)")
      }
    }
  }

  /// Opens the job of an event; one without a job is shown whole at the foot of the screen.
  mutating func open(_ logged: LoggedEvent) -> [Effect] {
    closeOverlays()
    if let job = logged.event.job { return [.showJob(job)] }
    notice = Notice(.info, logged.line)
    return []
  }
}
