package import ClientCatalogs
import ClientModel

/// The API descriptions in the browser and their loading states.
///
///     closed ──want──> waiting ──next──> opening ──> open
///        ^                                  │  └──> refused
///        └────────── stopped <──stop────────┘
///
/// One document is read at a time. A catalog stays in use while it is read again.
package struct CatalogsModel: Sendable {
  package enum LoadState: Hashable, Sendable {
    case closed, waiting
    case opening(CatalogProgress?)
    case open
    case refused(CatalogProblem)
    case stopped
  }

  struct Document: Sendable {
    let source: CatalogSource
    var loadState = LoadState.closed
    var catalog: Catalog?
    /// The number of times that reading the document ended, with any result.
    var edition = 0
    /// Whether the file changed while it was read.
    var isOutdated = false
  }

  private(set) var documents: [Document] = [] { didSet { found = nil } }
  /// Whether the first list has arrived.
  private(set) var isListed = false
  /// Whether the browser needs all documents. Otherwise, only documents that are requested by name
  /// are read.
  private(set) var isBrowsed = false
  private var isListing = false
  /// Whether files changed since the last list. The catalogs are read again after the next list.
  private var isChanged = false
  /// The names that were requested before the first list arrived.
  private var wanted: Set<String> = []

  /// The name of the imported catalog. The cursor moves to its row when the catalog is listed.
  var imported: String?

  /// The rows whose fold state is not the default.
  var toggled: Set<CatalogNode> = [] { didSet { found = nil } }
  /// The rows that are stored for the next session. Nil before the first list.
  private var storedFolds: Set<CatalogNode>?
  /// The cached rows of the browser and their filter. Nil if the data of the rows has changed.
  private var found: (filter: String, rows: [ListRow])?

  // MARK: Contents

  /// Returns a catalog. Returns nil if it is not read yet or cannot be read.
  func catalog(_ name: String) -> Catalog? { document(name)?.catalog }

  /// Returns the state of a catalog. Returns nil if no catalog has this name or the first list has
  /// not arrived.
  package func loadState(of name: String) -> LoadState? { document(name)?.loadState }

  func endpoint(_ name: EndpointName) -> Endpoint? {
    catalog(name.catalog)?.endpoint(name.endpoint)
  }

  /// Whether a document of at least 1 MB is being read. The user then has to wait.
  package var isReadingLong: Bool {
    documents.contains { document in
      if case .opening(let progress?) = document.loadState {
        progress.total >= 1_000_000
      } else {
        false
      }
    }
  }

  /// Returns the number of times that reading a catalog ended, with any result.
  func edition(of name: String) -> Int { document(name)?.edition ?? 0 }

  func document(_ name: String) -> Document? { documents.first { $0.source.name == name } }

  // MARK: Requests

  /// Lists all catalogs and reads unread ones. Called when the browser opens.
  mutating func browse() -> [CatalogsEffect] {
    isBrowsed = true
    for index in documents.indices where documents[index].catalog == nil { want(index) }
    return list() + next()
  }

  /// Cancels the reading of waiting catalogs. Called when the browser closes.
  mutating func leave() -> [Effect] {
    isBrowsed = false
    for index in documents.indices where documents[index].loadState == .waiting {
      documents[index].loadState = .closed
    }
    return []
  }

  /// Reads a catalog, unless it was already read.
  mutating func open(_ name: String) -> [CatalogsEffect] {
    guard isListed else {
      wanted.insert(name)
      return list()
    }
    guard let index = index(name), documents[index].catalog == nil else { return [] }
    if documents[index].loadState == .stopped { documents[index].loadState = .closed }
    want(index)
    return next()
  }

  /// Stops reading the current document. Waiting documents are not read.
  mutating func stop() -> [CatalogsEffect] {
    for index in documents.indices where documents[index].loadState == .waiting {
      documents[index].loadState = .stopped
    }
    return [.stop]
  }

  /// Handles a change of workspace files.
  mutating func change() -> [CatalogsEffect] {
    guard isListed || isListing else { return [] }
    (isListing, isChanged) = (false, true)
    return list()
  }

  private mutating func list() -> [CatalogsEffect] {
    guard !isListing else { return [] }
    isListing = true
    return [.list]
  }

  private mutating func want(_ index: Int) {
    if documents[index].loadState == .closed { documents[index].loadState = .waiting }
  }

  private mutating func next() -> [CatalogsEffect] {
    let isReading = documents.contains { if case .opening = $0.loadState { true } else { false } }
    guard !isReading, let index = documents.firstIndex(where: { $0.loadState == .waiting }) else {
      return []
    }
    documents[index].loadState = .opening(nil)
    return [.open(documents[index].source)]
  }

  private func index(_ name: String) -> Int? { documents.firstIndex { $0.source.name == name } }

  // MARK: Events

  mutating func receive(_ event: CatalogsEvent) -> [CatalogsEffect] {
    switch event {
    case .folded(let nodes):
      // Later lists do not replace the folds of this session.
      if storedFolds == nil { (toggled, storedFolds) = (nodes, nodes) }
      return []
    case .listed(let sources):
      take(sources)
      return next()
    case .progressed(let name, let progress):
      if let index = index(name), case .opening = documents[index].loadState {
        documents[index].loadState = .opening(progress)
      }
      return []
    case .opened(let catalog):
      settle(catalog.name, .open, catalog)
    case .refused(let name, let problem): settle(name, .refused(problem), nil)
    case .stopped(let name):
      settle(name, .stopped, index(name).flatMap { documents[$0].catalog })
    case .changed: return change()
    case .imported(let name):
      imported = name
      return []
    }
    return next()
  }

  private mutating func take(_ sources: [CatalogSource]) {
    let isChanged = isChanged
    (isListed, isListing, self.isChanged) = (true, false, false)
    documents = sources.map { source in
      guard var document = self.document(source.name), document.source == source else {
        return Document(source: source)
      }
      guard source.origin != .bundled, isChanged else { return document }
      switch document.loadState {
      case .opening: document.isOutdated = true
      case .open, .refused: document.loadState = .waiting
      case .closed, .waiting, .stopped: break
      }
      return document
    }
    for index in documents.indices where isBrowsed || wanted.contains(documents[index].source.name)
    {
      if documents[index].catalog == nil { want(index) }
    }
    wanted = []
  }

  private mutating func settle(_ name: String, _ standing: LoadState, _ catalog: Catalog?) {
    guard let index = index(name) else { return }
    documents[index].catalog = catalog
    documents[index].edition += 1
    documents[index].loadState = documents[index].isOutdated ? .waiting : standing
    documents[index].isOutdated = false
  }

  // MARK: Rows

  /// Returns the effect that stores changed folds.
  mutating func storeFolds() -> [CatalogsEffect] {
    guard let stored = storedFolds, stored != toggled else { return [] }
    storedFolds = toggled
    return [.storeFolds(toggled)]
  }

  /// Caches the rows for a filter.
  mutating func look(for filter: String) { found = (filter, makeRows(filter)) }

  /// Returns the rows of the browser.
  func rows(_ filter: String) -> [ListRow] {
    if let found, found.filter == filter { found.rows } else { makeRows(filter) }
  }
}
