public import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func add(_ graph: GraphAddition, at now: Timestamp) async throws(Failure) -> GraphRun {
    try await write { turn in
      switch graph {
      case .graph(let graph): try turn.add(graph, at: now)
      case .batch(let batch): try turn.add(batch, at: now)
      }
    }
  }

  public func change(
    graph: GraphID, _ decide: @escaping @Sendable (GraphRun) -> GraphChange?
  ) async throws(Failure) -> GraphReceipt? {
    try await write { turn in
      guard var run = try turn.tables.graph(graph), let change = decide(run) else { return nil }
      let ids = try turn.add(change.jobs.map(\.job), at: change.at)
      run.apply(change, adding: ids)
      try turn.update(run)
      for (job, id) in zip(change.jobs, ids) {
        try turn.store(GraphPosition(graph: graph, step: job.step), job: id, result: nil)
      }
      for (step, result) in change.results {
        try turn.store(GraphPosition(graph: graph, step: step), job: nil, result: result)
      }
      return GraphReceipt(run: run, added: ids)
    }
  }

  /// Reads graphs, newest first.
  public func graphs(matching query: GraphQuery) async throws(Failure) -> [GraphRun] {
    let owner = owner
    return try await read { tables in
      try tables.graphs(matching: query) { owner.mayLive($0) }
    }
  }

  public func read(_ reading: GraphReading) async throws(Failure) -> GraphContents {
    try await read { tables in
      GraphContents(
        material: try reading.materialOf.flatMap(tables.material),
        result: try reading.resultOf.flatMap(tables.result),
        places: reading.placesOf.isEmpty ? [:] : try tables.places(of: reading.placesOf),
        values: reading.valuesOf.isEmpty ? [:] : try tables.values(of: reading.valuesOf))
    }
  }
}

extension StoreTables {
  fileprivate func material(of graph: GraphID) throws -> GraphMaterial? {
    let query = try Query(db, "SELECT material FROM materials WHERE graph = ?1")
    query.bind(1, graph.rawValue)
    guard let bytes = try query.first({ $0.blob(0) }) else { return nil }
    var reader = try Record.open(bytes, at: .material(of: graph), vault: vault)
    return try GraphMaterial(from: &reader)
  }

  fileprivate func result(of step: GraphPosition) throws -> [UInt8]? {
    let query = try Query(
      db, "SELECT result FROM steps WHERE graph = ?1 AND step = ?2 AND result NOT NULL")
    query.bind(1, step.graph.rawValue)
    query.bind(2, Int64(step.step))
    guard let bytes = try query.first({ $0.blob(0) }) else { return nil }
    var reader = try Record.open(bytes, at: .result(of: step), vault: vault)
    return try reader.sealed { (r) throws(Failure) in try r.blob() }
  }

  fileprivate func places(of jobs: [JobID]) throws -> [JobID: GraphPosition] {
    var found: [JobID: GraphPosition] = [:]
    let batches = try batches()
    if !batches.isEmpty {
      for job in jobs {
        guard let batch = batches[job] else { continue }
        found[job] = GraphPosition(
          graph: batch.graph, step: Int(job.rawValue - batch.jobs.lowerBound))
      }
    }
    // Most stores have no graph. This query then saves one query for each of up to 100,000 jobs.
    guard try Query(db, "SELECT 1 FROM steps LIMIT 1").first({ _ in true }) != nil
    else { return found }
    let query = try Query(db, "SELECT graph, step FROM steps WHERE job = ?1")
    for job in jobs where found[job] == nil {
      query.bind(1, job.rawValue)
      found[job] = try query.first {
        GraphPosition(graph: GraphID($0.integer(0)), step: Int($0.integer(1)))
      }
    }
    return found
  }

  func graph(_ id: GraphID) throws -> GraphRun? {
    let query = try Query(db, "SELECT id, standing FROM graphs WHERE id = ?1")
    query.bind(1, id.rawValue)
    return try query.first(run)
  }

  /// Reads graphs, newest first. Skips unreadable graphs, which `check()` reports.
  func graphs(matching query: GraphQuery, isAlive: (String) -> Bool) throws -> [GraphRun] {
    let condition =
      switch query.progress {
      case .any: ""
      case .open, .adoptable: " WHERE done = 0"
      case .ended: " WHERE done = 1"
      }
    let wanted = query.ids.map(Set.init)
    var found: [GraphRun] = []
    try Query(db, "SELECT id, standing, owner FROM graphs\(condition) ORDER BY id DESC").eachRow {
      row in
      guard found.count < query.limit ?? .max, wanted?.contains(GraphID(row.integer(0))) ?? true
      else { return }
      let owner = row.text(2) ?? ""
      if query.progress == .adoptable, !owner.isEmpty, isAlive(owner) { return }
      do { found.append(try run(row)) } catch is Failure { return }
    }
    return found
  }

  func graphs(since revision: Int64) throws -> [GraphRun] {
    let query = try Query(
      db, "SELECT id, standing FROM graphs WHERE revision > ?1 ORDER BY revision")
    query.bind(1, revision)
    var found: [GraphRun] = []
    try query.eachRow { row in
      do { found.append(try run(row)) } catch is Failure { return }
    }
    return found
  }

  /// Returns the processes that run their own graphs.
  func graphOwners() throws -> Set<String> {
    var names: Set<String> = []
    try Query(db, "SELECT owner FROM graphs WHERE done = 0").eachRow { row in
      if let name = row.text(0), !name.isEmpty { names.insert(name) }
    }
    return names
  }

  /// Returns whether an unfinished graph may still need the response of this job.
  func isNeeded(_ job: JobID) throws -> Bool {
    let query = try Query(
      db, "SELECT 1 FROM steps JOIN graphs ON graphs.id = graph WHERE job = ?1 AND done = 0")
    query.bind(1, job.rawValue)
    return try query.first { _ in true } ?? false
  }

  private func run(_ row: Query) throws -> GraphRun {
    let id = GraphID(row.integer(0))
    var reader = try Record.open(row.blob(1), at: .graph(id), vault: vault)
    let run = try GraphRun(id: id, from: &reader)
    return run.rows == nil ? run : run.counting(try counts(of: id))
  }
}

extension RowIdentity {
  static func graph(_ id: GraphID) -> RowIdentity { RowIdentity(kind: .graph, key: id.rawValue) }
  static func material(of graph: GraphID) -> RowIdentity {
    RowIdentity(kind: .material, key: graph.rawValue)
  }
  static func result(of step: GraphPosition) -> RowIdentity {
    RowIdentity(kind: .stepResult, key: step.graph.rawValue, name: String(step.step))
  }
}
