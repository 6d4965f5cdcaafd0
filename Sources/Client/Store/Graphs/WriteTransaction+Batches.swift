import ClientCore
import ClientModel

/// Changes to batches within one write transaction.
extension WriteTransaction {
  func add(_ batch: NewBatch, at now: Timestamp) throws -> GraphRun {
    // The jobs are counted together at the end.
    var counts = RowCounts()
    let first = JobID(try lastID() + 1)
    var last = first.rawValue - 1
    let values = try Query(db, "INSERT INTO rowValues(job, value) VALUES(?1, ?2)")
    func add(_ new: NewJob, _ row: [UInt8]) throws {
      last += 1
      try insert(new, as: JobID(last), at: now)
      if new.scheduling == .immediate { try recordAdder(of: JobID(last)) }
      try store(row, of: JobID(last), by: values)
      counts[new.state.word] += 1
    }
    try batch.rows.forEach(add)
    guard last >= first.rawValue else { throw Failure.damaged("a batch has no rows") }
    let run = GraphRun(batch, id: try nextGraph(), first: first, counts: counts, at: now)
    try insert(run, owner: "")
    if let material = batch.material { try store(material, of: run.id) }
    let query = try Query(
      db, "INSERT INTO batches(first, last, graph, held) VALUES(?1, ?2, ?3, ?4)")
    query.bind(1, first.rawValue)
    query.bind(2, last)
    query.bind(3, run.id.rawValue)
    query.bind(4, Int64(run.instruction.rawValue))
    try query.run()
    cache.clearBatches()
    for word in JobState.Word.allCases where counts[word] > 0 {
      try count(run.id, word.code, Int64(counts[word]))
    }
    return run
  }

  private func store(_ row: [UInt8], of id: JobID, by query: Query) throws {
    cache.buffer.begin(.values(of: id))
    try cache.buffer.sealed { (w) throws(Failure) in w.blob(row) }
    Record.close(&cache.buffer)
    query.bind(1, id.rawValue)
    query.bind(2, cache.buffer.bytes)
    try query.run()
  }

  /// Returns whether the job belongs to a batch that is held or stopped.
  func isInHeldOrStoppedBatch(_ job: JobID) throws -> Bool {
    let batches = try cache.batches(db)
    return batches.isEmpty ? false : batches[job].map { $0.instruction != .run } ?? false
  }

  /// Writes the changed job counts of batches. Updates the row of a batch that ended or continued,
  /// and removes an empty batch.
  func countRows() throws {
    for (tally, change) in ledger.rows where change != 0 {
      try count(GraphID(tally.lane), tally.code, change)
    }
    for (graph, moment) in ledger.moved {
      guard var run = try tables.graph(graph), let counts = run.rows?.counts else { continue }
      if counts.total == 0 {
        try hide(emptyBatch: graph)
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
