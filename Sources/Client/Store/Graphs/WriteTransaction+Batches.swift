import ClientCore
import ClientModel

/// Batches, as one write transaction changes them.
extension WriteTransaction {
  func add(_ batch: NewBatch, at now: Timestamp) throws -> GraphRun {
    guard !batch.jobs.isEmpty, batch.jobs.count == batch.values.count else {
      throw Failure.damaged("a batch has no rows")
    }
    // Counted at the end, and not row by row.
    let ids = try add(batch.jobs, at: now)
    guard let first = ids.first, let last = ids.last else {
      throw Failure.damaged("a new job has no number")
    }
    var counts = RowCounts()
    for job in batch.jobs { counts[job.state.word] += 1 }
    let run = GraphRun(batch, id: try nextGraph(), first: first, counts: counts, at: now)
    try insert(run, owner: "")
    try store(batch.values, of: ids)
    let query = try Query(
      db, "INSERT INTO batches(first, last, graph, held) VALUES(?1, ?2, ?3, ?4)")
    query.bind(1, first.rawValue)
    query.bind(2, last.rawValue)
    query.bind(3, run.id.rawValue)
    query.bind(4, Int64(run.order.rawValue))
    try query.run()
    cache.clearBatches()
    for word in JobState.Word.allCases where counts[word] > 0 {
      try count(run.id, word.code, Int64(counts[word]))
    }
    return run
  }

  private func store(_ values: [[UInt8]], of ids: [JobID]) throws {
    let query = try Query(db, "INSERT INTO rowValues(job, value) VALUES(?1, ?2)")
    for (row, id) in zip(values, ids) {
      cache.buffer.begin(.values(of: id))
      try cache.buffer.sealed { (w) throws(Failure) in w.blob(row) }
      Record.close(&cache.buffer)
      query.bind(1, id.rawValue)
      query.bind(2, cache.buffer.bytes)
      try query.run()
    }
  }

  /// True for a row of a batch that is held or stopped.
  func isInHeldOrStoppedBatch(_ job: JobID) throws -> Bool {
    let batches = try cache.batches(db)
    return batches.isEmpty ? false : batches[job].map { $0.order != .run } ?? false
  }

  func removeValues(of job: JobID) throws {
    let query = try Query(db, "DELETE FROM rowValues WHERE job = ?1")
    query.bind(1, job.rawValue)
    try query.run()
  }

  /// Writes what the orders together changed in the counts of batches. A batch that has thereby ended,
  /// or goes on again, says so in its row; one without jobs goes.
  func countRows() throws {
    for (tally, change) in ledger.rows where change != 0 {
      try count(GraphID(tally.lane), tally.code, change)
    }
    for (graph, moment) in ledger.moved {
      guard var run = try tables.graph(graph), let counts = run.rows?.counts else { continue }
      if counts.total == 0 {
        try remove(graph)
        continue
      }
      let query = try Query(db, "SELECT done FROM graphs WHERE id = ?1")
      query.bind(1, graph.rawValue)
      guard try query.first({ $0.integer(0) != 0 }) != run.isEnded else { continue }
      run.since = moment
      try update(run)
    }
  }

  private func count(_ graph: GraphID, _ code: Int64, _ change: Int64) throws {
    let query = try Query(
      db,
      """
      INSERT INTO rowCounts VALUES(?1, ?2, ?3) \
      ON CONFLICT(graph, state) DO UPDATE SET jobs = jobs + excluded.jobs
      """)
    query.bind(1, graph.rawValue)
    query.bind(2, code)
    query.bind(3, change)
    try query.run()
  }
}
