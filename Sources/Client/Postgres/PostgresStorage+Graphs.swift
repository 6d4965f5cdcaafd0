public import ClientCore
public import ClientModel
import ClientStore

extension PostgresStorage {
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
    try await write { turn in try turn.change(graph, decide) }
  }

  public func graphs(matching query: GraphQuery) async throws(Failure) -> [GraphRun] {
    try await read { tables in
      try tables.graphs(
        matching: query, living: query.progress == .adoptable ? try tables.living() : [])
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

extension PostgresTables {
  /// Returns the processes whose lease has not expired.
  func living() throws -> Set<String> {
    Set(
      try db.rows("SELECT id FROM runners WHERE lease > clock_timestamp()")
        .compactMap { $0.text(0) })
  }

  fileprivate func material(of graph: GraphID) throws -> GraphMaterial? {
    try db.rows(
      "SELECT material FROM materials WHERE graph = $1", [.integer(graph.rawValue)]
    ).first.map { try coder.material($0.blob(0), of: graph) }
  }

  fileprivate func result(of step: GraphPosition) throws -> [UInt8]? {
    try db.rows(
      "SELECT result FROM steps WHERE graph = $1 AND step = $2 AND result IS NOT NULL",
      [.integer(step.graph.rawValue), .integer(Int64(step.step))]
    ).first.map { try coder.result($0.blob(0), of: step) }
  }

  fileprivate func places(of jobs: [JobID]) throws -> [JobID: GraphPosition] {
    var found: [JobID: GraphPosition] = [:]
    for row in try db.rows(
      """
      SELECT job, graph, step FROM steps WHERE job = ANY($1) \
      UNION ALL SELECT j, graph, j - first FROM unnest($1::bigint[]) j JOIN LATERAL \
      (SELECT first, last, graph FROM batches WHERE first <= j ORDER BY first DESC LIMIT 1) b \
      ON b.last >= j
      """, [.integers(jobs.map(\.rawValue))])
    {
      found[JobID(row.integer(0))] = GraphPosition(
        graph: GraphID(row.integer(1)), step: Int(row.integer(2)))
    }
    return found
  }

  fileprivate func values(of rows: [JobID]) throws -> [JobID: [UInt8]] {
    var found: [JobID: [UInt8]] = [:]
    for row in try db.rows(
      "SELECT job, value FROM rowValues JOIN jobs ON id = job AND deletedAt IS NULL "
        + "WHERE job = ANY($1)", [.integers(rows.map(\.rawValue))])
    {
      let id = JobID(row.integer(0))
      found[id] = try coder.values(row.blob(1), of: id)
    }
    return found
  }

  /// Reads graphs, newest first. Skips unreadable graphs.
  ///
  /// - Parameter living: The living processes, for a query for graphs that can be adopted.
  func graphs(matching query: GraphQuery, living: Set<String>) throws -> [GraphRun] {
    var conditions = ["deletedAt IS NULL"]
    var parameters: [PostgresValue] = [
      .integer(query.limit.map(Int64.init)), .texts(living.sorted()),
    ]
    switch query.progress {
    case .any: break
    case .open: conditions.append("NOT done")
    case .adoptable: conditions.append("NOT done AND (owner = '' OR owner <> ALL($2))")
    case .ended: conditions.append("done")
    }
    if query.progress != .adoptable { conditions.append("$2::text[] IS NOT NULL") }
    if let ids = query.ids {
      conditions.append("id = ANY($3)")
      parameters.append(.integers(ids.map(\.rawValue)))
    }
    return try runs(
      db.rows(
        "SELECT id, standing FROM graphs WHERE \(conditions.joined(separator: " AND ")) "
          + "ORDER BY id DESC LIMIT $1", parameters))
  }

  /// Locks and reads a graph.
  fileprivate func lockedGraph(_ id: GraphID) throws -> GraphRun? {
    try runs(
      db.rows(
        "SELECT id, standing FROM graphs WHERE id = $1 AND deletedAt IS NULL FOR UPDATE",
        [.integer(id.rawValue)])
    ).first
  }

  private func runs(_ rows: PostgresRows) throws -> [GraphRun] {
    if rows.isEmpty { return [] }
    return runs(
      rows, counts: try db.rows(Self.selectCounts, [.integers(rows.map { $0.integer(0) })]))
  }

  fileprivate static let selectCounts =
    "SELECT graph, state, jobs FROM rowCounts WHERE graph = ANY($1)"

  /// Decodes rows that begin with the id and the standing of a graph.
  ///
  /// - Parameter counts: The job counts of their batches.
  fileprivate func runs(_ rows: PostgresRows, counts: PostgresRows) -> [GraphRun] {
    var known: [Int64: RowCounts] = [:]
    for row in counts {
      guard let state = JobState.Word(code: row.integer(1)) else { continue }
      known[row.integer(0), default: RowCounts()][state] = Int(row.integer(2))
    }
    return rows.compactMap { row in
      let id = row.integer(0)
      do throws(Failure) {
        return try coder.graph(row.blob(1), id: GraphID(id), counts: known[id] ?? RowCounts())
      } catch {
        return nil
      }
    }
  }
}

/// Changes to graphs and batches within one write transaction.
extension PostgresTransaction {
  fileprivate func add(_ graph: NewGraph, at now: Timestamp) throws -> GraphRun {
    let run = GraphRun(graph, id: GraphID(try reserve(1, from: "graphIDs")), at: now)
    try insert(run, owner: graph.scheduling == .immediate ? owner : "")
    try store(graph.material, of: run.id)
    return run
  }

  fileprivate func add(_ batch: NewBatch, at now: Timestamp) throws -> GraphRun {
    guard batch.rows.count > 0 else {
      throw Failure(
        .invalidRequest, what: "The batch was not added.", why: "It has no rows.",
        whatToDo: "Add at least one row.")
    }
    // The jobs are counted together at the end.
    var counts = RowCounts()
    let first = JobID(try reserve(batch.rows.count, from: "jobIDs"))
    var next = first.rawValue
    func add(_ new: NewJob, _ values: [UInt8]) throws {
      let id = JobID(next)
      next += 1
      try insert(new, as: id, now)
      if new.scheduling == .immediate { recordAdder(of: id) }
      try write(values: values, of: id)
      counts[new.state.word] += 1
    }
    try batch.rows.forEach(add)
    let graph = GraphID(try reserve(1, from: "graphIDs"))
    let run = GraphRun(batch, id: graph, first: first, counts: counts, at: now)
    try insert(run, owner: "")
    if let material = batch.material { try store(material, of: run.id) }
    try db.add(
      "INSERT INTO batches(first, last, graph, held) VALUES($1, $2, $3, $4)",
      [
        .integer(first.rawValue), .integer(next - 1), .integer(graph.rawValue),
        .integer(Int64(run.instruction.rawValue)),
      ])
    for word in JobState.Word.allCases where counts[word] > 0 {
      rowCounts[CountKey(owner: graph.rawValue, state: word), default: 0] += Int64(counts[word])
    }
    return run
  }

  fileprivate func change(
    _ graph: GraphID, _ decide: (GraphRun) -> GraphChange?
  ) throws -> GraphReceipt? {
    // The rows of a batch are counted while `meta` is locked, so its graph is locked after `meta`.
    let isBatch = try db.rows(
      "SELECT 1 FROM batches WHERE graph = $1", [.integer(graph.rawValue)])
    if !isBatch.isEmpty { _ = try lockMeta() }
    guard var run = try tables.lockedGraph(graph), let change = decide(run) else {
      return nil
    }
    let ids = try add(JobAddition(change.jobs.map(\.job)), at: change.at).ids
    run.apply(change, adding: ids)
    try update(run)
    for (job, id) in zip(change.jobs, ids) {
      try store(GraphPosition(graph: graph, step: job.step), job: id, result: nil)
    }
    for (step, result) in change.results {
      try store(GraphPosition(graph: graph, step: step), job: nil, result: result)
    }
    return GraphReceipt(run: run, added: ids)
  }

  private func store(_ material: GraphMaterial, of graph: GraphID) throws {
    try db.add(
      "INSERT INTO materials(graph, material) VALUES($1, $2)",
      [.integer(graph.rawValue), .bytes(try coder.bytes(of: material, graph: graph))])
  }

  /// Stores the job or the result of a step. A nil argument leaves the stored value unchanged.
  private func store(_ place: GraphPosition, job: JobID?, result: [UInt8]?) throws {
    var bytes: [UInt8]?
    if let result { bytes = try coder.bytes(ofResult: result, step: place) }
    try db.add(
      """
      INSERT INTO steps(graph, step, job, result) VALUES($1, $2, $3, $4) \
      ON CONFLICT(graph, step) DO UPDATE SET job = coalesce(excluded.job, steps.job), \
      result = coalesce(excluded.result, steps.result)
      """,
      [
        .integer(place.graph.rawValue), .integer(Int64(place.step)), .integer(job?.rawValue),
        .bytes(bytes),
      ])
  }

  /// Adds the row of a graph.
  ///
  /// - Parameter owner: The process that runs the graph, or an empty string for the queue runner.
  private func insert(_ run: GraphRun, owner: String) throws {
    try db.add(
      "INSERT INTO graphs(id, done, owner, since, standing) VALUES($1, $2, $3, $4, $5)",
      [
        .integer(run.id.rawValue), .flag(run.isEnded), .text(owner),
        .integer(run.since.milliseconds), .bytes(try coder.bytes(of: run)),
      ])
    note(graph: run.id)
  }

  private func update(_ run: GraphRun) throws {
    if run.rows != nil {
      try db.add(
        "UPDATE batches SET held = $2 WHERE graph = $1",
        [.integer(run.id.rawValue), .integer(Int64(run.instruction.rawValue))])
    }
    try db.add(
      "UPDATE graphs SET done = $2, since = $3, standing = $4 WHERE id = $1",
      [
        .integer(run.id.rawValue), .flag(run.isEnded), .integer(run.since.milliseconds),
        .bytes(try coder.bytes(of: run)),
      ])
    note(graph: run.id)
  }

  /// Writes the changed job counts of batches. Updates the row of a batch that ended or continued,
  /// and deletes an empty batch.
  ///
  /// `meta` is locked until the commit, so everything is read in one round trip.
  func countRows() throws {
    let changed = rowCounts.filter { $0.value != 0 }
    let moments = moved
    (rowCounts, moved) = ([:], [:])
    if changed.isEmpty && moments.isEmpty { return }
    try addMetaLock()
    if !changed.isEmpty {
      try db.add(
        """
        INSERT INTO rowCounts SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) \
        ON CONFLICT(graph, state) DO UPDATE SET jobs = rowCounts.jobs + excluded.jobs
        """,
        [
          .integers(changed.map(\.key.owner)), .integers(changed.map(\.key.state.code)),
          .integers(changed.map(\.value)),
        ])
    }
    let ids = PostgresValue.integers(moments.keys.map(\.rawValue).sorted())
    try db.add(
      """
      SELECT id, standing, done FROM graphs WHERE id = ANY($1) AND deletedAt IS NULL \
      ORDER BY id FOR UPDATE
      """, [ids])
    try db.add(PostgresTables.selectCounts, [ids])
    let results = Array(try db.run().suffix(2))
    let ended = Set(results[0].filter { $0.flag(2) }.map { GraphID($0.integer(0)) })
    for var run in tables.runs(results[0], counts: results[1]) {
      guard let counts = run.rows?.counts, let moment = moments[run.id] else { continue }
      if counts.total == 0 {
        try hide(emptyBatch: run.id)
      } else if ended.contains(run.id) != run.isEnded {
        run.since = moment
        try update(run)
      }
    }
  }
}
