import ClientModel

/// What happened and what the user was shown; the newest entry is the first row.
struct LogPlace: CursorPlace {
  private static let longest = 2000

  /// The newest last.
  private(set) var entries: [LogEntry] = []
  /// How many of the newest entries came since notices were dated last.
  private var recent = 0

  let title = "Event log"
  let emptyText = "Nothing has happened yet."
  let noMatchText = "Nothing matches. Filter by kind:finished job:17 gateway:api or any text."

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    let filter = LogFilter(filter)
    return entries.reversed().filter(filter.passes).map { entry in
      let value: ListRow.Value =
        switch entry {
        case .notice(let notice, _): .notice(notice)
        case .event(let logged): .logged(logged)
        }
      var row = ListRow(value: value, title: entry.line)
      row.cells = [
        ListCell(entry.time, .faint), ListCell(entry.kind), ListCell(entry.line, .line),
      ]
      return row
    }
  }

  /// Opens the job of an event. What is cut in its row is shown in full at the foot of the screen.
  mutating func choose(_ row: ListRow) -> [Effect] {
    switch row.value {
    case .notice(let notice): [.list(.closeAll), .list(.show(notice))]
    case .logged(let logged):
      [
        .list(.closeAll),
        logged.event.job.map(Effect.showJob) ?? .list(.show(Notice(.info, logged.line))),
      ]
    default: []
    }
  }

  mutating func append(_ new: [LogEntry]) {
    entries += new
    recent += new.count
    // Not after each entry, because removing from the front moves all other entries.
    if entries.count > Self.longest + 200 { entries.removeFirst(entries.count - Self.longest) }
  }

  var hasUndatedNotices: Bool {
    entries.suffix(recent).contains { if case .notice(_, "") = $0 { true } else { false } }
  }

  /// Gives this time to the notices that have none.
  mutating func dateNotices(_ time: String) {
    for index in entries.indices.suffix(recent) {
      if case .notice(let notice, "") = entries[index] {
        entries[index] = .notice(notice, time: time)
      }
    }
    recent = 0
  }

  /// The cursor stays on its row while others come above it; on the newest it stays on the newest.
  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int {
    row == 0 ? 0 : row + max(0, after.count - before.count)
  }
}
