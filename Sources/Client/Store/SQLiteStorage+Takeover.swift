public import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func takeQueue(_ takeover: QueueTakeover) async throws(Failure) -> TakeoverResult {
    try await write { turn in try turn.takeQueue(takeover) }
  }

  public func leaveQueue(
    _ decide: @escaping @Sendable (LaneTally) -> QueueTakeover.LaneChange?
  ) async throws(Failure) {
    try await write { turn in
      _ = try turn.changeLanes(decide)
      try turn.name(runner: "", inPlaceOf: try turn.owner.name())
    }
  }

  public func recoverOrphans(
    _ decide: @escaping @Sendable (OrphanedJob) -> JobChange?
  ) async throws(Failure) -> [Job] {
    // Usually there are no orphaned jobs, and no write transaction is needed.
    if try await orphans().isEmpty { return [] }
    return try await write { turn in try turn.recoverOrphans(decide) }
  }
}

extension WriteTransaction {
  func takeQueue(_ takeover: QueueTakeover) throws -> TakeoverResult {
    let before = try Query(db, "SELECT runner FROM meta").first { $0.text(0) ?? "" } ?? ""
    let own = try owner.name()
    let end: RunnerEnd = before.isEmpty || before == own ? .orderly : .death
    if before != own { try name(runner: own, inPlaceOf: before) }
    let recovered = try recoverOrphans(takeover.job)
    let (lanes, changed) = try changeLanes { takeover.lane($0, end) }
    return TakeoverResult(recovered: recovered, lanes: lanes, changed: changed, revision: revision)
  }

  /// Records this process as the queue runner. Does nothing if another process was recorded in the
  /// meantime.
  fileprivate func name(runner: String, inPlaceOf before: String) throws {
    let query = try Query(db, "UPDATE meta SET runner = ?1 WHERE runner = ?2")
    query.bind(1, runner)
    query.bind(2, before)
    try query.run()
  }

  fileprivate func recoverOrphans(_ decide: (OrphanedJob) -> JobChange?) throws -> [Job] {
    try tables.orphans(by: owner).compactMap { row in
      let orphan = try orphan(of: row)
      return try apply({ _ in decide(orphan) }, to: row)
    }
  }

  /// Returns the known facts about a job whose process has ended. Damaged facts are omitted, so
  /// that one job does not prevent the recovery of others.
  ///
  /// - Throws: `DatabaseError` if the store cannot be read. Nothing is then recovered.
  private func orphan(of row: JobRow) throws -> OrphanedJob {
    // A repeatable job can be sent again, so no further facts are needed.
    if row.isDamaged || row.job.isRepeatable { return OrphanedJob(job: row.job) }
    do {
      return OrphanedJob(
        job: row.job, hop: try tables.hop(of: row.job.id),
        last: try tables.attempts(of: row.job.id).last)
    } catch is Failure {
      return OrphanedJob(job: row.job)
    }
  }

  /// Changes lanes. Returns all lanes after the change, and those that were changed.
  fileprivate func changeLanes(
    _ decide: (LaneTally) -> QueueTakeover.LaneChange?
  ) throws -> (all: [Lane], changed: [Lane]) {
    var all: [Lane] = []
    var changed: [Lane] = []
    for (id, tally) in try tables.tallies(with: ledger.tallies) {
      var lane = tally.lane
      if let change = decide(tally) {
        lane = try self.change(lane: id, from: lane, change)
        changed.append(lane)
      }
      all.append(lane)
    }
    return (all, changed)
  }

  func change(lane id: Int64, from before: Lane, _ decide: (inout Lane) -> Void) throws -> Lane {
    var lane = before
    decide(&lane)
    lane.key = before.key
    guard lane != before else { return lane }
    let update = try Query(
      db, "UPDATE lanes SET pause = ?2, lim = ?3, rate = ?4, held = ?5, revision = ?6 WHERE id = ?1"
    )
    update.bind(1, id)
    update.bind(2, lane.pauseColumn)
    update.bind(3, Int64(lane.limit))
    update.bind(4, lane.rate)
    update.bind(5, lane.heldUntil?.milliseconds)
    update.bind(6, nextRevision())
    try update.run()
    return lane
  }
}

extension StoreTables {
  /// Returns every lane with the number of its jobs in each state.
  ///
  /// - Parameter changes: The counts of the current transaction that are not written yet.
  func tallies(
    with changes: [WriteTransaction.CountKey: Int64] = [:]
  ) throws -> [(id: Int64, tally: LaneTally)] {
    var counts: [Int64: [JobState.Word: Int]] = [:]
    try Query(db, "SELECT lane, state, jobs FROM tallies WHERE jobs <> 0").eachRow { row in
      guard let word = JobState.Word(code: row.integer(1)) else { return }
      counts[row.integer(0), default: [:]][word] = Int(row.integer(2))
    }
    for (tally, change) in changes {
      guard let word = JobState.Word(code: tally.code) else { continue }
      counts[tally.lane, default: [:]][word, default: 0] += Int(change)
    }
    return try lanes().map { id, lane in
      (id, LaneTally(lane: lane, counts: counts[id] ?? [:]))
    }
  }
}
