package import ClientModel

/// The search for saved requests, graphs, endpoints of catalogs and recent jobs.
///
/// All searched values are in memory while the list is open. The rows of the current text are
/// stored, because the screen reads them several times for each key.
struct Finder: ListSource {
  static let manual = ManualSubject.requests

  let title = "Find"
  let interaction = ListInteraction.typed
  var emptyText: String { "No request is saved yet. Compose one and save it." }
  var noMatchText: String { "Nothing matches. Delete some letters." }

  private var index = FinderIndex()
  private var jobs: [Job] = []
  /// The versions of the values in the index. Nil if the index is empty.
  private var version: Version?
  private var found: (filter: String, rows: [ListRow]) = ("", [])
  /// All rows without a search text.
  private var all: [ListRow] = []

  private struct Version: Equatable {
    let requests, catalogs: Int
  }

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    if filter.isEmpty { return all }
    return found.filter == filter ? found.rows : search(filter)
  }

  func hints(on row: ListRow?) -> [ListCommand] { [.choose, .close] }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    guard command == .choose, case .graph? = row?.value else { return nil }
    return "queue"
  }

  mutating func begin() -> [Effect] { [.history(.recentJobs)] }

  mutating func choose(_ row: ListRow) -> [Effect] {
    switch row.value {
    case .request(let name): [.list(.closeAll), .requests(.load(name))]
    case .graph(let name): [.list(.closeAll), .graphs(.run(name))]
    case .endpoint(let name): [.list(.openEndpoint(name))]
    default: row.item(JobID.self).map { [.list(.closeAll), .showJob($0)] } ?? []
    }
  }

  // MARK: The index

  /// Reads the values of other lists. Does nothing if they have not changed.
  mutating func gather(_ requests: RequestsList, _ catalogs: CatalogsModel) {
    let version = Version(
      requests: requests.edition, catalogs: catalogs.documents.reduce(0) { $0 + $1.edition })
    guard version != self.version else { return }
    self.version = version
    index = FinderIndex()
    // The requests that were sent last are listed first.
    let sent = requests.names.enumerated().sorted {
      let (one, other) = (requests.jobs[$0.element]?.id, requests.jobs[$1.element]?.id)
      guard one != other else { return $0.offset < $1.offset }
      guard let one, let other else { return one != nil }
      return one > other
    }
    for (_, name) in sent {
      let head = requests.heads[name] ?? RequestHead()
      index.add(FinderItem(.request(name), name: name, head: head, kind: "saved"))
    }
    for name in requests.graphs {
      let head = RequestHead(method: "graph")
      index.add(FinderItem(.graph(name), name: name, head: head, kind: "saved"))
    }
    for document in catalogs.documents {
      guard let catalog = document.catalog else { continue }
      let handicap = document.source.origin == .bundled ? 120 : 20
      for endpoint in catalog.groups.lazy.flatMap(\.endpoints) {
        let isNameless = endpoint.id.begins(with: "\(endpoint.method.rawValue) /")
        index.add(
          FinderItem(
            .endpoint(EndpointName(catalog: catalog.name, endpoint: endpoint.id)),
            name: isNameless ? endpoint.path : endpoint.id,
            head: RequestHead(
              method: endpoint.method.rawValue, url: isNameless ? "" : endpoint.path,
              description: "\(catalog.name) · \(CatalogsModel.line(endpoint.summary))"),
            kind: "endpoint", handicap: handicap))
      }
    }
    var listed: Set<String> = []
    for job in jobs {
      let request = "\(job.method.rawValue) \(job.name ?? job.displayURL)"
      guard listed.insert(request).inserted else { continue }
      index.add(
        FinderItem(
          .init(job.id), name: job.name ?? job.displayPath,
          head: RequestHead(method: job.method.rawValue, url: job.displayURL),
          kind: "job \(job.id)", handicap: 40))
    }
    all = index.items.prefix(FinderIndex.mostHits).map(\.row)
    found = (found.filter, search(found.filter))
  }

  private func search(_ text: String) -> [ListRow] { index.search(text).map(\.row) }
}

extension Finder: FollowingListSource, CursorListSource, ClosableListSource {
  mutating func follow(_ list: ListModel) -> [Effect] {
    let filter = list.filter.text
    if found.filter != filter { found = (filter, filter.isEmpty ? [] : search(filter)) }
    return []
  }

  /// Returns the new row of the cursor. On the first row, the cursor stays on the best match.
  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int {
    guard row > 0, before.indices.contains(row) else { return row }
    return after.firstIndex { $0.value == before[row].value } ?? row
  }

  func first(of rows: [ListRow]) -> Int? { rows.isEmpty ? nil : 0 }

  mutating func interrupt() -> [Effect]? { nil }

  /// Frees the memory of the index.
  mutating func leave() -> [Effect] {
    self = Finder()
    return []
  }
}

extension Finder: EventListSource {
  mutating func receive(_ event: FinderEvent, _ visibility: ListVisibility) -> [Effect] {
    if visibility != .closed { (jobs, version) = (event.jobs, nil) }
    return []
  }
}

/// The most recent jobs of the workspace, newest first.
package struct FinderEvent: ListEvent {
  let jobs: [Job]

  static let list: WritableKeyPath<ListSources, Finder> & Sendable = \.finder
}

extension AppEvent {
  package static func recent(_ jobs: [Job]) -> AppEvent { .feature(FinderEvent(jobs: jobs)) }
}

extension FinderItem {
  fileprivate var row: ListRow {
    // Requests to one server differ in their paths.
    let path = address.firstRange(ofBytes: "://").map { range in
      String(address[range.upperBound...].drop(whileByte: { $0 != UInt8(ascii: "/") }))
    }
    let shown = path.map { $0.isEmpty ? "/" : $0 } ?? address
    let texts = [shown, description].filter { !$0.isEmpty }
    var row = ListRow(value: value, title: "\(method) \(name)", detail: kind)
    row.cells = [
      ListCell(method, .method), ListCell(name),
      ListCell(texts.joined(separator: " · "), .faintSentence), ListCell(kind, .faint),
    ]
    return row
  }
}
