package import ClientCatalogs
import ClientModel

/// The API descriptions that can be browsed, and how far each is read.
///
///     closed ──want──> waiting ──next──> opening ──> open
///        ^                                  │  └──> refused
///        └────────── stopped <──stop────────┘
///
/// One document is read at a time. What a newer reading replaces stays in use until that has come.
package struct CatalogsModel: Sendable {
  package enum Standing: Hashable, Sendable {
    case closed, waiting
    case opening(CatalogProgress?)
    case open
    case refused(CatalogProblem)
    /// The user ended its reading.
    case stopped
  }

  struct Entry: Sendable {
    let source: CatalogSource
    var standing = Standing.closed
    var catalog: Catalog?
    /// Rises with each reading.
    var edition = 0
    /// The file was written while it was read.
    var isOutdated = false
  }

  private(set) var entries: [Entry] = []
  /// False until the first list has come.
  private(set) var isListed = false
  /// Whether all shall be read, for the browser, or only what is asked for by name.
  private(set) var isBrowsed = false
  private var isListing = false
  /// Asked for before there was a list.
  private var wanted: Set<String> = []

  /// Rows folded otherwise than at first.
  var turned: Set<CatalogNode> = []
  /// The rows of the browser for a filter, made once for each change.
  private(set) var found: (filter: String, rows: [ListRow]) = ("", [])

  // MARK: What there is

  /// Nil while it is not read, or cannot be.
  func catalog(_ name: String) -> Catalog? { entry(name)?.catalog }

  /// Where a catalog stands; nil where there is none of that name, or no list yet.
  package func standing(of name: String) -> Standing? { entry(name)?.standing }

  func endpoint(_ name: EndpointName) -> CatalogEndpoint? {
    catalog(name.catalog)?.endpoint(name.endpoint)
  }

  /// True while a document is read that takes long enough for a person to wait for.
  package var isReadingLong: Bool {
    entries.contains { entry in
      if case .opening(let progress?) = entry.standing {
        progress.total >= 1_000_000
      } else {
        false
      }
    }
  }

  /// Which reading of a catalog is in use.
  func edition(of name: String) -> Int { entry(name)?.edition ?? 0 }

  func entry(_ name: String) -> Entry? { entries.first { $0.source.name == name } }

  // MARK: Asking

  /// Reads all there are, for as long as they are looked at.
  mutating func browse() -> [CatalogsEffect] {
    isBrowsed = true
    for index in entries.indices where entries[index].catalog == nil { want(index) }
    return list() + next()
  }

  /// Nobody looks any more: what is not begun yet is left.
  mutating func leave() {
    isBrowsed = false
    for index in entries.indices where entries[index].standing == .waiting {
      entries[index].standing = .closed
    }
  }

  /// Reads one catalog, unless it is read already.
  mutating func open(_ name: String) -> [CatalogsEffect] {
    guard isListed else {
      wanted.insert(name)
      return list()
    }
    guard let index = index(name), entries[index].catalog == nil else { return [] }
    if entries[index].standing == .stopped { entries[index].standing = .closed }
    want(index)
    return next()
  }

  /// Ends the reading of the document under way and of those that wait.
  mutating func stop() -> [CatalogsEffect] {
    for index in entries.indices where entries[index].standing == .waiting {
      entries[index].standing = .stopped
    }
    return [.stop]
  }

  /// The files of the workspace are not as they were.
  mutating func change() -> [CatalogsEffect] {
    guard isListed || isListing else { return [] }
    isListing = false
    return list()
  }

  private mutating func list() -> [CatalogsEffect] {
    guard !isListing else { return [] }
    isListing = true
    return [.list]
  }

  private mutating func want(_ index: Int) {
    if entries[index].standing == .closed { entries[index].standing = .waiting }
  }

  private mutating func next() -> [CatalogsEffect] {
    let isReading = entries.contains { if case .opening = $0.standing { true } else { false } }
    guard !isReading, let index = entries.firstIndex(where: { $0.standing == .waiting }) else {
      return []
    }
    entries[index].standing = .opening(nil)
    return [.open(entries[index].source)]
  }

  private func index(_ name: String) -> Int? { entries.firstIndex { $0.source.name == name } }

  // MARK: News

  mutating func receive(_ event: CatalogsEvent) -> [CatalogsEffect] {
    switch event {
    case .listed(let sources):
      take(sources)
      return next()
    case .progressed(let name, let progress):
      if let index = index(name), case .opening = entries[index].standing {
        entries[index].standing = .opening(progress)
      }
      return []
    case .opened(let catalog):
      settle(catalog.name, .open, catalog)
    case .refused(let name, let problem): settle(name, .refused(problem), nil)
    case .stopped(let name):
      settle(name, .stopped, index(name).flatMap { entries[$0].catalog })
    }
    return next()
  }

  private mutating func take(_ sources: [CatalogSource]) {
    let isFirst = !isListed
    (isListed, isListing) = (true, false)
    entries = sources.map { source in
      guard var entry = entry(source.name), entry.source == source else {
        return Entry(source: source)
      }
      guard source.origin != .bundled, !isFirst else { return entry }
      switch entry.standing {
      case .opening: entry.isOutdated = true
      case .open, .refused: entry.standing = .waiting
      case .closed, .waiting, .stopped: break
      }
      return entry
    }
    for index in entries.indices where isBrowsed || wanted.contains(entries[index].source.name) {
      if entries[index].catalog == nil { want(index) }
    }
    wanted = []
  }

  private mutating func settle(_ name: String, _ standing: Standing, _ catalog: Catalog?) {
    guard let index = index(name) else { return }
    entries[index].catalog = catalog
    entries[index].edition += 1
    entries[index].standing = entries[index].isOutdated ? .waiting : standing
    entries[index].isOutdated = false
  }

  // MARK: Rows

  /// Makes the rows for what is shown now.
  mutating func look(for filter: String) { found = (filter, makeRows(filter)) }

  /// The rows of the browser.
  func rows(_ filter: String) -> [ListRow] {
    found.filter == filter ? found.rows : makeRows(filter)
  }
}
