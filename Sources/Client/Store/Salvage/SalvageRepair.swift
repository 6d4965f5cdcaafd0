import ClientCore
import ClientModel

/// A repair that makes the copied rows consistent. Data that depends on a lost row is recreated or
/// removed, and derived values are recomputed.
struct SalvageRepair {
  private(set) var result: SalvageResult
  private let db: Database
  private let tables: StoreTables
  private let cache: WriterCache

  init(_ db: Database, vault: Vault, clock: any WallClock, _ result: SalvageResult) {
    self.db = db
    self.result = result
    tables = StoreTables(db, vault: vault)
    cache = WriterCache(vault: vault, clock: clock)
  }

  mutating func run(_ counters: SalvageCounters) throws {
    try makeMissingLanes()
    try remakeJobs()
    try removeStrays()
    try endJobsWithoutRequest()
    if !result.isComplete { try holdBack() }
    try count()
    try set(counters)
    result.jobs = Int(try number("SELECT count(*) FROM jobs"))
    let readable = result.jobs - result.remadeJobs.count
    result.lostJobCount = max(
      result.lostJobs.count,
      Int(clamping: counters.countedJobs) - readable - result.remadeJobs.count)
  }

  // MARK: What depends on a lost row

  /// Recreates each missing lane that jobs refer to. Its name is that of the gateway or origin of a
  /// request.
  private mutating func makeMissingLanes() throws {
    for lane in try numbers(
      "SELECT DISTINCT lane FROM jobs WHERE lane NOT IN (SELECT id FROM lanes)")
    {
      let query = try Query(db, "SELECT id FROM jobs WHERE lane = ?1")
      query.bind(1, lane)
      var name: String?
      for job in try query.all({ $0.integer(0) }).prefix(20) where name == nil {
        name = readableRequest(of: JobID(job))?.laneName
      }
      var key = LaneKey(workspace: "", name: name ?? "recovered")
      if try tables.laneID(key) != nil { key.name += " (\(lane))" }
      try insert(key, as: lane)
    }
  }

  private func insert(_ key: LaneKey, as id: Int64) throws {
    let lane = Lane(key: key)
    let query = try Query(
      db, "INSERT INTO lanes(id, workspace, name, pause, lim, revision) VALUES(?1,?2,?3,?4,?5,0)")
    query.bind(1, id)
    query.bind(2, key.workspace)
    query.bind(3, key.name)
    query.bind(4, Int64(lane.pause.rawValue))
    query.bind(5, Int64(lane.limit))
    try query.run()
  }

  /// Recreates a job from a request whose job is lost. If its attempts do not show the result, the
  /// user decides.
  private mutating func remakeJobs() throws {
    for id in try numbers("SELECT job FROM requests WHERE job NOT IN (SELECT id FROM jobs)") {
      guard let request = readableRequest(of: JobID(id)) else { continue }
      let attempts = try readableAttempts(of: JobID(id))
      let lane = LaneKey(workspace: "", name: request.laneName)
      let state: JobState =
        switch attempts.last {
        case nil: .held(.byUser)
        case let last? where last.result?.end == .answered: Self.end(by: last.result, request)
        case _?: .interrupted(Self.unknown)
        }
      var job = Job(
        NewJob(request: request, lane: lane, state: state), id: JobID(id),
        at: attempts.last?.started ?? Timestamp(milliseconds: 0))
      job.attempts = attempts.last?.id.number ?? 0
      if state.word.isFinished { job.status = attempts.last?.result?.head?.status }
      let number = try tables.laneID(lane) ?? numbers("SELECT max(id) + 1 FROM lanes").first ?? 1
      if try tables.laneID(lane) == nil { try insert(lane, as: max(1, number)) }
      try JobRow(job, lane: max(1, number), stored: 0).write(.insertJob, to: db, cache)
      result.remadeJobs.insert(JobID(id))
      result.lostJobs.remove(JobID(id))
      result.isComplete = false
    }
  }

  /// Returns the state of a job with a complete response, according to its status and its
  /// assertions.
  private static func end(by result: AttemptResult?, _ request: PreparedRequest) -> JobState {
    let failure =
      (result?.head?.status).flatMap { Failure(status: $0, assertions: request.assertions) }
      ?? Failure(result?.verdicts ?? [])
    return failure.map { .failed($0) } ?? .succeeded
  }

  private mutating func removeStrays() throws {
    let jobs = "(SELECT id FROM jobs)"
    for stray in try numbers("SELECT job FROM requests WHERE job NOT IN \(jobs)") {
      result.lostJobs.insert(JobID(stray))
    }
    for condition in [
      "requests WHERE job NOT IN \(jobs)", "rowValues WHERE job NOT IN \(jobs)",
      "attempts WHERE id >> 20 NOT IN \(jobs)", "results WHERE id >> 20 NOT IN \(jobs)",
      "hops WHERE job NOT IN \(jobs)", "adders WHERE job NOT IN \(jobs)",
      "cookies WHERE jar NOT IN (SELECT id FROM jars)",
      "materials WHERE graph NOT IN (SELECT id FROM graphs)",
      "steps WHERE graph NOT IN (SELECT id FROM graphs)",
      "batches WHERE graph NOT IN (SELECT id FROM graphs)",
    ] {
      let count = try number("SELECT count(*) FROM \(condition)")
      if count > 0 { result.isComplete = false }
      try Query(once: "DELETE FROM \(condition)", db).run()
    }
  }

  /// Ends the jobs that cannot be sent, so that they do not stay in the queue.
  private mutating func endJobsWithoutRequest() throws {
    let sql = "SELECT id FROM jobs WHERE id NOT IN (SELECT job FROM requests)"
    for id in try numbers(sql) {
      result.isComplete = false
      result.jobsWithoutRequest.insert(JobID(id))
      guard let row = try readableRow(of: JobID(id)), !row.job.state.word.isFinished else {
        continue
      }
      row.job.state = .failed(.damaged("its request was lost"))
      try row.write(.updateJob, to: db, cache)
    }
  }

  // MARK: Jobs whose rows may be outdated are not sent

  private mutating func holdBack() throws {
    let pause = try Query(db, "UPDATE lanes SET pause = ?1")
    pause.bind(1, Int64(Lane.Pause.byUser.rawValue))
    try pause.run()
    for id in try numbers("SELECT id FROM jobs WHERE done = 0") {
      guard let row = try readableRow(of: JobID(id)) else { continue }
      let last = try numbers("SELECT max(id) & 1048575 FROM attempts WHERE id >> 20 = \(id)").first
      if Int64(row.job.attempts) < last ?? 0 {
        row.job.state = .interrupted(Self.unknown)
        row.job.attempts = Int(last ?? 0)
      } else if row.job.scheduling == .immediate, case .waiting = row.job.state {
        row.job.state = .held(.byUser)
      } else {
        continue
      }
      try row.write(.updateJob, to: db, cache)
    }
    for run in try tables.graphs(matching: GraphQuery(standing: .open), isAlive: { _ in false })
    where run.order == .run {
      try hold(run)
    }
  }

  private func hold(_ run: GraphRun) throws {
    var run = run
    run.order = .hold
    var writer = PayloadWriter(for: .graph(run.id), vault: tables.vault)
    try run.write(to: &writer)
    let query = try Query(db, "UPDATE graphs SET standing = ?2 WHERE id = ?1")
    query.bind(1, run.id.rawValue)
    query.bind(2, Record.close(&writer))
    try query.run()
    let batch = try Query(db, "UPDATE batches SET held = ?2 WHERE graph = ?1")
    batch.bind(1, run.id.rawValue)
    batch.bind(2, Int64(run.order.rawValue))
    try batch.run()
  }

  // MARK: Derived values

  private func count() throws {
    try db.execute(
      """
      DELETE FROM tallies;
      INSERT INTO tallies SELECT lane, state, count(*) FROM jobs GROUP BY lane, state;
      DELETE FROM rowCounts;
      """)
    let jobs = try Query(
      once: "SELECT state, count(*) FROM jobs WHERE id BETWEEN ?1 AND ?2 GROUP BY state", db)
    let insert = try Query(once: "INSERT INTO rowCounts VALUES(?1, ?2, ?3)", db)
    for batch in try BatchIndex(db).entries {
      jobs.bind(1, batch.jobs.lowerBound)
      jobs.bind(2, batch.jobs.upperBound)
      try jobs.eachRow { row in
        insert.bind(1, batch.graph.rawValue)
        insert.bind(2, row.integer(0))
        insert.bind(3, row.integer(1))
        try insert.run()
      }
    }
  }

  private func set(_ counters: SalvageCounters) throws {
    // The table of changes does not contain such a high revision, so followers read everything.
    try db.execute(
      """
      UPDATE meta SET revision = \(counters.revision + 1_000_000);
      INSERT OR IGNORE INTO sharedList VALUES(1, 0, NULL);
      UPDATE sharedList SET version = max(version, (SELECT ifnull(max(version), 0) FROM shared));
      DELETE FROM sqlite_sequence WHERE name IN ('jobs', 'graphs');
      INSERT INTO sqlite_sequence VALUES('jobs', \(counters.nextJobs));
      INSERT INTO sqlite_sequence VALUES('graphs', \(counters.nextGraphs));
      """)
  }
}

extension SalvageRepair {
  private static let unknown = JobState.Knowledge(
    sent: 0, responseBegan: false, why: "The store was damaged, including its record of this job."
  )

  /// Returns the request of a job, or nil if it cannot be read, for example because its key is
  /// missing.
  private func readableRequest(of job: JobID) -> PreparedRequest? {
    do { return try tables.request(of: job) } catch { return nil }
  }

  private func readableRow(of job: JobID) throws -> JobRow? {
    do { return try tables.job(job) } catch is Failure { return nil }
  }

  private func readableAttempts(of job: JobID) throws -> [Attempt] {
    do { return try tables.attempts(of: job) } catch is Failure { return [] }
  }

  private func numbers(_ sql: String) throws -> [Int64] {
    try Query(once: sql, db).all { $0.isNull(0) ? nil : $0.integer(0) }.compactMap { $0 }
  }

  private func number(_ sql: String) throws -> Int64 { try numbers(sql).first ?? 0 }
}

extension PreparedRequest {
  fileprivate var laneName: String { gateway?.name ?? origin.description }
}

extension Query {
  fileprivate func all<Value>(_ read: (Query) throws -> Value) throws -> [Value] {
    var values: [Value] = []
    try eachRow { values.append(try read($0)) }
    return values
  }
}
