import ClientCore
import ClientModel

/// Changes to graphs within one write transaction.
extension WriteTransaction {
  func add(_ graph: NewGraph, at now: Timestamp) throws -> GraphRun {
    let run = GraphRun(graph, id: try nextGraph(), at: now)
    try insert(run, owner: graph.scheduling == .immediate ? try owner.name() : "")
    try store(graph.material, of: run.id)
    return run
  }

  func store(_ material: GraphMaterial, of graph: GraphID) throws {
    var writer = PayloadWriter(for: .material(of: graph), vault: tables.vault)
    try material.write(to: &writer)
    let query = try Query(db, "INSERT INTO materials(graph, material) VALUES(?1, ?2)")
    query.bind(1, graph.rawValue)
    query.bind(2, Record.close(&writer))
    try query.run()
  }

  func nextGraph() throws -> GraphID {
    let last = try Query(db, "SELECT seq FROM sqlite_sequence WHERE name = 'graphs'")
      .first { $0.integer(0) }
    return GraphID((last ?? 0) + 1)
  }

  /// Adds the row of a graph.
  ///
  /// - Parameter owner: The process that runs the graph, or an empty string for the queue runner.
  func insert(_ run: GraphRun, owner: String) throws {
    let query = try Query(
      db, "INSERT INTO graphs(id, done, owner, revision, since, standing) VALUES(?1,?2,?3,?4,?5,?6)"
    )
    query.bind(3, owner)
    try bind(run, to: query, placesOf: (1, 2, 4, 5, 6))
    try query.run()
  }

  func update(_ run: GraphRun) throws {
    if run.rows != nil {
      let batch = try Query(db, "UPDATE batches SET held = ?2 WHERE graph = ?1")
      batch.bind(1, run.id.rawValue)
      batch.bind(2, Int64(run.instruction.rawValue))
      try batch.run()
      cache.clearBatches()
    }
    let query = try Query(
      db, "UPDATE graphs SET done = ?2, revision = ?3, since = ?4, standing = ?5 WHERE id = ?1")
    try bind(run, to: query, placesOf: (1, 2, 3, 4, 5))
    try query.run()
  }

  private func bind(
    _ run: GraphRun, to query: Query,
    placesOf places: (id: Int32, done: Int32, revision: Int32, since: Int32, standing: Int32)
  ) throws {
    var writer = PayloadWriter(for: .graph(run.id), vault: tables.vault)
    try run.write(to: &writer)
    query.bind(places.id, run.id.rawValue)
    query.bind(places.done, Int64(run.isEnded ? 1 : 0))
    query.bind(places.revision, nextRevision())
    query.bind(places.since, run.since.milliseconds)
    query.bind(places.standing, Record.close(&writer))
  }

  /// Stores the job or the result of a step. A nil argument leaves the stored value unchanged.
  func store(_ place: GraphPosition, job: JobID?, result: [UInt8]?) throws {
    let query = try Query(
      db,
      """
      INSERT INTO steps(graph, step, job, result) VALUES(?1, ?2, ?3, ?4) \
      ON CONFLICT(graph, step) DO UPDATE SET \
      job = coalesce(excluded.job, job), result = coalesce(excluded.result, result)
      """)
    query.bind(1, place.graph.rawValue)
    query.bind(2, Int64(place.step))
    query.bind(3, job?.rawValue)
    if let result {
      var writer = PayloadWriter(for: .result(of: place), vault: tables.vault)
      try writer.sealed { (w) throws(Failure) in w.blob(result) }
      query.bind(4, Record.close(&writer))
    } else {
      query.bind(4, nil as Int64?)
    }
    try query.run()
  }

  /// Deletes the remaining data of a deleted graph.
  func remove(_ graph: GraphID) throws {
    for sql in [
      "DELETE FROM deletedGraphs WHERE id = ?1", "DELETE FROM materials WHERE graph = ?1",
      "DELETE FROM steps WHERE graph = ?1", "DELETE FROM batches WHERE graph = ?1",
      "DELETE FROM rowCounts WHERE graph = ?1",
    ] {
      let query = try Query(db, sql)
      query.bind(1, graph.rawValue)
      try query.run()
    }
    cache.clearBatches()
  }
}
