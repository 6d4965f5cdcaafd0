public import ClientModel

/// The graphs that a `MemoryStorage` holds.
struct MemoryGraphs: Sendable {
  struct Entry: Sendable {
    var run: GraphRun
    var material: GraphMaterial
    var results: [Int: [UInt8]] = [:]
    var revision: Int64
    /// Whether the process that submitted it advances it.
    var isOwned: Bool
  }

  var entries: [GraphID: Entry] = [:]
  var places: [JobID: StepPlace] = [:]
  var lastID: Int64 = 0

  func runs(matching query: GraphQuery) -> [GraphRun] {
    let found = entries.values.filter { entry in
      if let ids = query.ids, !ids.contains(entry.run.id) { return false }
      switch query.standing {
      case .any: return true
      case .open: return !entry.run.isEnded
      case .ended: return entry.run.isEnded
      case .adoptable: return !entry.run.isEnded && !entry.isOwned
      }
    }
    return Array(found.map(\.run).sorted { $0.id > $1.id }.prefix(query.limit ?? .max))
  }

  /// The process has ended: nobody owns what it submitted.
  mutating func disown() {
    for id in entries.keys { entries[id]?.isOwned = false }
  }
}

extension MemoryStorage {
  public func add(_ graph: NewGraph, at now: Timestamp) async throws(Failure) -> GraphRun {
    shelf.withLock { shelf in
      shelf.graphs.lastID += 1
      let run = GraphRun(graph, id: GraphID(shelf.graphs.lastID), at: now)
      shelf.graphs.entries[run.id] = MemoryGraphs.Entry(
        run: run, material: graph.material, revision: shelf.nextRevision(),
        isOwned: graph.urgency == .now)
      return run
    }
  }

  public func change(
    graph: GraphID, _ decide: @escaping @Sendable (GraphRun) -> GraphChange?
  ) async throws(Failure) -> GraphReceipt? {
    shelf.withLock { shelf in
      guard var entry = shelf.graphs.entries[graph], let change = decide(entry.run) else {
        return nil
      }
      let ids = change.jobs.map { shelf.add($0.job, at: change.at) }
      entry.run.apply(change, adding: ids)
      entry.results.merge(change.results) { _, new in new }
      entry.revision = shelf.nextRevision()
      for (job, id) in zip(change.jobs, ids) {
        shelf.graphs.places[id] = StepPlace(graph: graph, step: job.step)
      }
      shelf.graphs.entries[graph] = entry
      return GraphReceipt(run: entry.run, added: ids)
    }
  }

  public func graphs(matching query: GraphQuery) async throws(Failure) -> [GraphRun] {
    shelf.withLock { $0.graphs.runs(matching: query) }
  }

  public func material(of graph: GraphID) async throws(Failure) -> GraphMaterial? {
    shelf.withLock { $0.graphs.entries[graph]?.material }
  }

  public func result(of step: StepPlace) async throws(Failure) -> [UInt8]? {
    shelf.withLock { $0.graphs.entries[step.graph]?.results[step.step] }
  }

  public func places(of jobs: [JobID]) async throws(Failure) -> [JobID: StepPlace] {
    shelf.withLock { shelf in
      var found: [JobID: StepPlace] = [:]
      for job in jobs { found[job] = shelf.graphs.places[job] }
      return found
    }
  }

  public func removeGraphs(matching query: GraphQuery) async throws(Failure) -> Int {
    shelf.withLock { shelf in
      let gone = shelf.graphs.runs(matching: query).filter(\.isEnded)
      for run in gone { shelf.graphs.entries[run.id] = nil }
      shelf.graphs.places = shelf.graphs.places.filter { place in
        shelf.graphs.entries[place.value.graph] != nil
      }
      return gone.count
    }
  }
}

extension MemoryShelf {
  /// The jobs whose answers a graph that goes on may still need.
  func isNeeded(_ job: JobID) -> Bool {
    guard let place = graphs.places[job] else { return false }
    return graphs.entries[place.graph].map { !$0.run.isEnded } ?? false
  }
}
