import ClientModel

/// The event log: events and notices. The newest entry is in the first row.
struct LogList: CursorListSource {
  private static let longest = 2000

  /// The entries, newest last.
  private(set) var entries: [LogEntry] = []
  /// The number of notices without a time. These are always the newest notices.
  private var undated = 0

  static let commands = [FeatureCommand.log, .raise]
  static let manual = ManualSubject(topic: "troubleshooting")

  let title = "Event log"
  let emptyText = "Nothing has happened yet."
  let noMatchText = "Nothing matches. Filter by kind:finished job:17 gateway:api or any text."

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    let filter = LogFilter(filter)
    return entries.reversed().filter(filter.passes).map { entry in
      let value: ListRow.Value =
        switch entry {
        case .notice(let notice, _): .init(notice)
        case .event(let logged): .init(logged)
        }
      var row = ListRow(value: value, title: entry.line)
      row.cells = [ListCell(entry.time, .faint), entry.cell]
      return row
    }
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    command == .choose ? "show" : nil
  }

  /// Opens the job of an event. If there is no job, shows the full text of the entry at the bottom
  /// of the screen.
  mutating func choose(_ row: ListRow) -> [Effect] {
    if let notice: Notice = row.item() { return [.list(.closeAll), .list(.show(notice))] }
    guard let logged: LoggedEvent = row.item() else { return [] }
    return [
      .list(.closeAll),
      logged.event.job.map(Effect.showJob) ?? .list(.show(Notice(.info, logged.line))),
    ]
  }

  mutating func append(_ new: [LogEntry]) {
    entries += new
    undated += new.count(where: \.isUndated)
    // Old entries are removed in groups, because each removal moves all remaining entries.
    if entries.count > Self.longest + 200 { entries.removeFirst(entries.count - Self.longest) }
  }

  var hasUndatedNotices: Bool { undated > 0 }

  /// Sets the time of all undated notices.
  mutating func dateNotices(_ time: String) {
    for index in entries.indices.reversed() where undated > 0 {
      guard case .notice(let notice, nil) = entries[index] else { continue }
      entries[index] = .notice(notice, time: time)
      undated -= 1
    }
    undated = 0
  }

  /// Returns the new row of the cursor. A cursor on the newest entry moves to the new newest entry.
  /// On every other entry, the cursor stays.
  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int {
    row == 0 ? 0 : row + max(0, after.count - before.count)
  }
}

/// A filter for the event log, such as `kind:finished,custom job:17 graph:g3 gateway:api`. Any text
/// may be added. An entry must match every part. Case is ignored.
package struct LogFilter: Hashable, Sendable {
  private enum Test: Hashable, Sendable {
    case kind([String])
    case job(String)
    case graph(String)
    case gateway(String)
    case text(String)
  }

  private let tests: [Test]

  package init(_ text: String) {
    tests = text.lowercased().words(at: " ").map { word in
      guard let colon = word.firstIndex(ofByte: ":") else { return .text(String(word)) }
      let value = String(word.rest(after: colon))
      switch word[..<colon] {
      case "kind": return .kind(value.words(at: ",").map(String.init))
      case "job": return .job(value)
      case "graph": return .graph(value.begins(with: "g") ? value : "g" + value)
      case "gateway": return .gateway(value)
      default: return .text(String(word))
      }
    }
  }

  package func passes(_ entry: LogEntry) -> Bool { tests.allSatisfy { fits(entry, $0) } }

  private func fits(_ entry: LogEntry, _ test: Test) -> Bool {
    let event: Event? = if case .event(let logged) = entry { logged.event } else { nil }
    switch test {
    // A prefix of a kind also matches, so that the list becomes shorter while the user types.
    case .kind(let kinds):
      let spellings = entry.kinds
      return kinds.isEmpty
        || kinds.contains { kind in spellings.contains { $0.begins(with: kind) } }
    case .job(let number): return number.isEmpty || event?.job?.description == number
    case .graph(let id): return id == "g" || event?.graph?.description == id
    case .gateway(let part):
      return part.isEmpty || event?.gateway?.lowercased().contains(part) ?? false
    case .text(let part): return entry.line.lowercased().contains(part)
    }
  }
}

extension FeatureCommand {
  package static let log = FeatureCommand(
    "log", opens: \.log,
    .init(
      "Show the event log", hint: "event log",
      help: "Filters: kind:finished job:17 graph:g3 gateway:api, or any text.", keys: ", l"))
}
