public import ClientCore
public import ClientModel

/// Functions that share the queue with other processes.
extension PostgresStorage {
  /// The maximum number of changes that one call returns.
  private static let portion = 10_000

  public func changes(since revision: Int64) async throws(Failure) -> StoreChanges {
    try await read { tables in try tables.changes(since: revision, most: Self.portion) }
  }

  public var wakeUps: AsyncStream<Void> { lease.listen() }

  /// Claims the role of queue runner, which any number of processes may have.
  public func claim(_ wait: ClaimWait) async throws(Failure) -> RunnerClaim {
    await writer.beginRunning()
    try await write { turn in
      try turn.db.add("UPDATE runners SET runs = true WHERE id = $1", [.text(turn.owner)])
      turn.noteOther()
    }
    return .shared
  }

  public func takeQueue(_ takeover: QueueTakeover) async throws(Failure) -> TakeoverResult {
    let committed = try await writer.run { turn in try turn.takeQueue(takeover) }
    var result = committed.value
    result.revision = committed.revision
    return result
  }

  public func leaveQueue(
    _ decide: @escaping @Sendable (LaneTally) -> QueueTakeover.LaneChange?
  ) async throws(Failure) {
    try await write { turn in
      // The others continue with the work.
      if try !turn.leaveRunners() { _ = try turn.changeLanes(decide) }
      turn.noteOther()
    }
  }

  public func recoverOrphans(
    _ decide: @escaping @Sendable (OrphanedJob) -> JobChange?
  ) async throws(Failure) -> [Job] {
    // Usually there are no orphaned jobs, and no write transaction is needed.
    let owner = owner
    if try await read({ tables in try tables.orphans(for: owner).isEmpty }) { return [] }
    return try await write { turn in try turn.recoverOrphans(decide) }
  }

  public func otherOwners() async throws(Failure) -> Set<String> {
    let owner = owner
    return try await read { tables in
      let rows = try tables.db.rows(
        """
        SELECT a.owner FROM running JOIN LATERAL (SELECT owner FROM attempts \
        WHERE id > job << 20 AND id < job + 1 << 20 ORDER BY id DESC LIMIT 1) a ON true \
        UNION SELECT owner FROM graphs WHERE NOT done AND deletedAt IS NULL AND owner <> ''
        """)
      return Set(rows.compactMap { $0.text(0) }).subtracting([owner])
    }
  }

  public func livingOwners(
    of attempts: [AttemptID]
  ) async throws(Failure) -> [AttemptID: AttemptOwner] {
    let owner = owner
    return try await read { tables in
      let adders = attempts.filter { $0.number == 0 }.map(\.job.rawValue)
      let rows = try tables.db.rows(
        """
        SELECT o.id, o.owner, runs \
        FROM (SELECT id, owner FROM attempts WHERE id = ANY($1) \
        UNION ALL SELECT job << 20, owner FROM adders WHERE job = ANY($2)) o \
        JOIN runners ON runners.id = o.owner AND lease > clock_timestamp() WHERE o.owner <> $3
        """,
        [
          .integers(attempts.filter { $0.number > 0 }.map(\.key)), .integers(adders), .text(owner),
        ])
      var found: [AttemptID: AttemptOwner] = [:]
      for row in rows {
        found[AttemptID(key: row.integer(0))] = AttemptOwner(
          name: row.text(1) ?? "", isRunner: row.flag(2))
      }
      return found
    }
  }

  public func waitForEnd(of owner: String) async { await lease.waitForEnd(of: owner) }

  public func raise(_ event: RaisedEvent) async throws(Failure) {
    let bytes = try coder.bytes(of: event)
    try await write { turn in
      try turn.db.add(
        "INSERT INTO events(owner, at, event) VALUES($1, clock_timestamp(), $2)",
        [.text(turn.owner), .bytes(bytes)])
      try turn.db.add("DELETE FROM events WHERE at < clock_timestamp() - interval '10 minutes'")
      turn.noteOther()
    }
  }

  public func raised() async -> [RaisedEvent] {
    let (coder, owner, last) = (coder, owner, lease.lastEvent)
    do throws(Failure) {
      let rows = try await read { tables in
        try tables.db.rows(
          "SELECT id, owner, event FROM events WHERE id > $1 ORDER BY id", [.integer(last)]
        ).map { (id: $0.integer(0), owner: $0.text(1), bytes: $0.blob(2)) }
      }
      lease.lastEvent = max(last, rows.last?.id ?? 0)
      var events: [RaisedEvent] = []
      for row in rows where row.owner != owner { events.append(try coder.event(row.bytes)) }
      return events
    } catch {
      // Events may be lost. Operations that must read report the failure.
      return []
    }
  }

  /// Records that this process ends normally.
  func leave() async throws(Failure) {
    try await write { turn in
      try turn.db.add("DELETE FROM runners WHERE id = $1", [.text(turn.owner)])
      turn.noteOther()
    }
  }
}

extension PostgresTables {
  /// Returns the jobs that changed after a revision, each once, in the order of their latest
  /// change.
  fileprivate func changes(since known: Int64, most: Int) throws -> StoreChanges {
    let now = try revision()
    if known < now, try !hasChanges(since: known) {
      return StoreChanges(
        jobs: try jobs(matching: JobQuery(order: .oldestFirst)), lanes: try lanes().map(\.lane),
        graphs: try graphs(matching: GraphQuery(), living: []).reversed(), revision: now,
        isPartial: false)
    }
    let rows = try db.rows(
      """
      SELECT revision, jobs, lanes, graphs FROM changes WHERE revision > $1 ORDER BY revision \
      LIMIT \(most)
      """, [.integer(known)])
    var ids: [Int64] = []
    var lanes: Set<Int64> = []
    var graphs: Set<Int64> = []
    var reached = known
    for row in rows where ids.count < most {
      let jobs = row.integers(1)
      lanes.formUnion(row.integers(2))
      graphs.formUnion(row.integers(3))
      let first = row.integer(0) - Int64(jobs.count) + 1
      for (place, id) in jobs.enumerated() where first + Int64(place) > reached {
        if ids.count == most { break }
        reached = first + Int64(place)
        ids.append(id)
      }
    }
    var seen: Set<Int64> = [0]
    let latest = Array(ids.reversed().filter { seen.insert($0).inserted }.reversed())
    let found = try jobs(latest.map { JobID($0) })
    let byID = Dictionary(uniqueKeysWithValues: found.map { ($0.job.id.rawValue, $0.job) })
    let laneRows =
      lanes.isEmpty
      ? [] : try self.lanes().filter { lanes.contains($0.id) }.map(\.lane)
    let runs =
      graphs.isEmpty
      ? []
      : try self.graphs(
        matching: GraphQuery(ids: graphs.map { GraphID($0) }), living: []
      ).reversed()
    return StoreChanges(
      jobs: latest.compactMap { byID[$0] }, lanes: laneRows, graphs: Array(runs),
      revision: reached < now ? reached : now, isPartial: reached < now)
  }

  /// Returns whether the table still contains all changes after a revision.
  private func hasChanges(since known: Int64) throws -> Bool {
    let first = try db.rows(
      "SELECT revision - cardinality(jobs) FROM changes ORDER BY revision LIMIT 1")
    return first.first.map { $0.integer(0) <= known } ?? false
  }

  /// Returns the running jobs whose process is dead: its lease has expired or it has left.
  fileprivate func orphans(for owner: String) throws -> [JobID] {
    try db.rows(
      """
      SELECT job FROM running LEFT JOIN LATERAL (SELECT owner FROM attempts \
      WHERE id > job << 20 AND id < job + 1 << 20 ORDER BY id DESC LIMIT 1) a ON true \
      WHERE a.owner IS NULL OR a.owner <> $1 AND NOT EXISTS (SELECT 1 FROM runners \
      WHERE runners.id = a.owner AND lease > clock_timestamp()) ORDER BY job
      """, [.text(owner)]
    ).map { JobID($0.integer(0)) }
  }
}

extension PostgresTransaction {
  fileprivate func takeQueue(_ takeover: QueueTakeover) throws -> TakeoverResult {
    let recovered = try recoverOrphans(takeover.job)
    let end: RunnerEnd = try joinRunners() ? .death : .orderly
    noteOther()
    let (lanes, changed) = try changeLanes { takeover.lane($0, end) }
    return TakeoverResult(recovered: recovered, lanes: lanes, changed: changed, revision: 0)
  }

  /// Locks the queue runners, and returns whether another one is alive and whether one has died.
  /// Dead ones are then no queue runners any more.
  private func otherRunners() throws -> (areAlive: Bool, haveDied: Bool) {
    try db.add(
      "SELECT pg_advisory_xact_lock(hashtextextended('weir runners ' || current_schema(), 0))")
    let rows = try db.rows(
      "SELECT lease > clock_timestamp() FROM runners WHERE runs AND id <> $1", [.text(owner)])
    try db.add(
      "UPDATE runners SET runs = false WHERE runs AND lease <= clock_timestamp() AND id <> $1",
      [.text(owner)])
    return (rows.contains { $0.flag(0) }, rows.contains { !$0.flag(0) })
  }

  /// Makes this process a queue runner.
  ///
  /// - Returns: Whether the last queue runner before has died.
  private func joinRunners() throws -> Bool {
    let others = try otherRunners()
    try db.add("UPDATE runners SET runs = true WHERE id = $1", [.text(owner)])
    return others.haveDied && !others.areAlive
  }

  /// Ends the role of this process.
  ///
  /// - Returns: Whether other queue runners remain.
  fileprivate func leaveRunners() throws -> Bool {
    let others = try otherRunners()
    try db.add("UPDATE runners SET runs = false WHERE id = $1", [.text(owner)])
    return others.areAlive
  }

  /// Decides on the jobs of dead processes. Their attempts are taken away, so that a process that
  /// was only stopped cannot end them later.
  fileprivate func recoverOrphans(_ decide: (OrphanedJob) -> JobChange?) throws -> [Job] {
    let ids = try tables.orphans(for: owner)
    if ids.isEmpty { return [] }
    try load(ids)
    // While this process waited for the locks, another one may have recovered them.
    let still = Set(try tables.orphans(for: owner))
    let attempts = try tables.attempts(of: ids.filter { self[$0]?.job.isRepeatable == false })
    var recovered: [Job] = []
    for id in ids where still.contains(id) {
      guard let row = self[id], row.job.state.word == .running else { continue }
      let hop = row.job.isRepeatable ? nil : try tables.requests(of: id)?.hop
      let orphan = OrphanedJob(job: row.job, hop: hop, last: attempts[id]?.last)
      if let job = try apply({ _ in decide(orphan) }, to: row) { recovered.append(job) }
    }
    try db.add(
      """
      UPDATE attempts SET taken = true FROM unnest($1::bigint[]) r(job) \
      WHERE id > job << 20 AND id < job + 1 << 20 \
      AND NOT EXISTS (SELECT 1 FROM results WHERE results.id = attempts.id)
      """, [.integers(recovered.map(\.id.rawValue))])
    return recovered
  }

  /// Changes lanes. Returns all lanes after the change, and those that were changed.
  fileprivate func changeLanes(
    _ decide: (LaneTally) -> QueueTakeover.LaneChange?
  ) throws -> (all: [Lane], changed: [Lane]) {
    try flush()
    try lockLanes()
    var all: [Lane] = []
    var changed: [Lane] = []
    for (id, tally) in try tables.tallies(with: tallies) {
      var lane = tally.lane
      if let change = decide(tally) {
        lane = try self.change(lane: id, from: lane, change)
        changed.append(lane)
      }
      all.append(lane)
    }
    return (all, changed)
  }
}
