public import ClientCore
public import ClientModel

/// The graphs of a `MemoryStorage`.
struct MemoryGraphs: Sendable {
  struct Entry: Sendable {
    var run: GraphRun
    var material: GraphMaterial
    var results: [Int: [UInt8]] = [:]
    var revision: Int64
    /// Whether the process that submitted the graph still runs it.
    var isOwned: Bool
  }

  var entries: [GraphID: Entry] = [:]
  var places: [JobID: GraphPosition] = [:]
  var lastID: Int64 = 0
  /// The ids of the graphs that are batches.
  var batches: Set<GraphID> = []
  /// The column values of each batch row, by job.
  var values: [JobID: [UInt8]] = [:]

  func runs(matching query: GraphQuery) -> [GraphRun] {
    let found = entries.values.filter { entry in
      if let ids = query.ids, !ids.contains(entry.run.id) { return false }
      switch query.progress {
      case .any: return true
      case .open: return !entry.run.isEnded
      case .ended: return entry.run.isEnded
      case .adoptable: return !entry.run.isEnded && !entry.isOwned
      }
    }
    return Array(found.map(\.run).sorted { $0.id > $1.id }.prefix(query.limit ?? .max))
  }

  func read(_ reading: GraphReading) -> GraphContents {
    var found = GraphContents(
      material: reading.materialOf.flatMap { entries[$0]?.material },
      result: reading.resultOf.flatMap { entries[$0.graph]?.results[$0.step] })
    for row in reading.valuesOf { found.values[row] = values[row] }
    for job in reading.placesOf {
      found.places[job] = places[job]
      if let run = batch(of: job), let first = run.rows?.first {
        found.places[job] = GraphPosition(graph: run.id, step: Int(job.rawValue - first.rawValue))
      }
    }
    return found
  }

  /// Returns the batch that contains the job as a row. Returns nil if the job is not in a batch.
  func batch(of job: JobID) -> GraphRun? {
    guard !batches.isEmpty else { return nil }
    return batches.lazy.compactMap { entries[$0]?.run }.first { $0.span?.contains(job) ?? false }
  }

  /// Returns whether the job belongs to a held or stopped batch.
  func isInHeldOrStoppedBatch(_ job: JobID) -> Bool {
    batch(of: job).map { $0.instruction != .run } ?? false
  }

  /// Updates the counts of a batch after a job was added, changed or removed. Removes a batch that
  /// has no more rows.
  mutating func count(_ before: Job?, _ after: Job?, revision: Int64) {
    guard let job = after ?? before, var run = batch(of: job.id),
      case .rows(var rows) = run.progress
    else { return }
    let wasEnded = run.isEnded
    if let before { rows.counts[before.state.word] -= 1 }
    if let after { rows.counts[after.state.word] += 1 }
    run.progress = .rows(rows)
    if run.isEnded != wasEnded {
      run.since = after?.since ?? run.since
      entries[run.id]?.revision = revision
    }
    entries[run.id]?.run = run
    if after == nil { values[job.id] = nil }
    if rows.counts.total == 0 {
      entries[run.id] = nil
      batches.remove(run.id)
    }
  }

  /// Removes ended graphs that are not batches.
  mutating func remove(matching query: GraphQuery) {
    for run in runs(matching: query) where run.isEnded && run.rows == nil { entries[run.id] = nil }
    places = places.filter { entries[$0.value.graph] != nil }
  }

  /// Restores deleted graphs. The rows of batches are counted later.
  mutating func restore(
    _ graphs: [GraphID: Entry], places: [JobID: GraphPosition], values: [JobID: [UInt8]]
  ) {
    self.places.merge(places) { kept, _ in kept }
    self.values.merge(values) { kept, _ in kept }
    for (id, entry) in graphs where entries[id] == nil {
      entries[id] = entry
      guard case .rows(var rows) = entry.run.progress else { continue }
      rows.counts = RowCounts()
      entries[id]?.run.progress = .rows(rows)
      batches.insert(id)
    }
  }

  /// Marks every graph as unowned, as if the owning process had ended.
  mutating func disown() {
    for id in entries.keys { entries[id]?.isOwned = false }
  }
}

extension MemoryStorage {
  public func add(_ graph: GraphAddition, at now: Timestamp) async throws(Failure) -> GraphRun {
    return try adding("rows") { tables in
      switch graph {
      case .graph(let graph): tables.add(graph, at: now)
      case .batch(let batch): try tables.add(batch, at: now)
      }
    }
  }

  public func change(
    graph: GraphID, _ decide: @escaping @Sendable (GraphRun) -> GraphChange?
  ) async throws(Failure) -> GraphReceipt? {
    tables.withLock { tables in
      guard var entry = tables.graphs.entries[graph], let change = decide(entry.run) else {
        return nil
      }
      let ids = change.jobs.map { tables.add($0.job, at: change.at) }
      entry.run.apply(change, adding: ids)
      entry.results.merge(change.results) { _, new in new }
      entry.revision = tables.nextRevision()
      for (job, id) in zip(change.jobs, ids) {
        tables.graphs.places[id] = GraphPosition(graph: graph, step: job.step)
      }
      tables.graphs.entries[graph] = entry
      return GraphReceipt(run: entry.run, added: ids)
    }
  }

  /// Reads graphs, newest first.
  public func graphs(matching query: GraphQuery) async throws(Failure) -> [GraphRun] {
    read { $0.graphs.runs(matching: query) }
  }

  public func read(_ reading: GraphReading) async throws(Failure) -> GraphContents {
    read { $0.graphs.read(reading) }
  }
}

extension MemoryTables {
  mutating func add(_ graph: NewGraph, at now: Timestamp) -> GraphRun {
    graphs.lastID += 1
    let run = GraphRun(graph, id: GraphID(graphs.lastID), at: now)
    graphs.entries[run.id] = MemoryGraphs.Entry(
      run: run, material: graph.material, revision: nextRevision(),
      isOwned: graph.scheduling == .immediate)
    return run
  }

  /// Returns whether an unfinished graph may still need the response of a job.
  func isNeeded(_ job: JobID) -> Bool {
    guard let place = graphs.places[job] else { return false }
    return graphs.entries[place.graph].map { !$0.run.isEnded } ?? false
  }
}
