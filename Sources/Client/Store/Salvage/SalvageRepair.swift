import ClientCore
import ClientModel

/// A repair that makes the copied rows consistent. It recreates or removes data that depends on a
/// lost row, and recomputes derived values.
struct SalvageRepair {
  private(set) var result: SalvageResult
  private let turn: WriteTransaction
  private var db: Database { turn.db }
  private static let unknown = JobState.interrupted(
    JobState.Knowledge(
      sent: 0, responseBegan: false,
      why: "The store was damaged, including its record of this job."))

  init(_ turn: WriteTransaction, _ result: SalvageResult) {
    self.turn = turn
    self.result = result
  }

  /// Repairs the store.
  ///
  /// - Parameter counted: The number of jobs in the damaged store, or 0 if unknown.
  mutating func run(counted: Int) throws {
    try removeDeleted()
    try db.execute(
      """
      INSERT INTO lanes(id, workspace, name, pause, lim, revision)
        SELECT DISTINCT lane, '', 'recovered ' || lane, 0, \(Lane(key: LaneKey(name: "")).limit), 0
        FROM jobs WHERE lane NOT IN (SELECT id FROM lanes);
      """)
    try remakeJobs()
    try removeStrays()
    let bare = try db.numbers("SELECT id FROM jobs WHERE id NOT IN (SELECT job FROM requests)")
    result.jobsWithoutRequest = Set(bare.map { JobID($0) })
    if !bare.isEmpty { result.isComplete = false }
    try endJobs(bare)
    if !result.isComplete { try holdBack() }
    try db.execute(
      """
      DELETE FROM tallies; DELETE FROM rowCounts;
      INSERT INTO tallies SELECT lane, state, count(*) FROM jobs GROUP BY lane, state;
      INSERT INTO rowCounts SELECT graph, state, count(*)
        FROM batches JOIN jobs ON id BETWEEN first AND last GROUP BY graph, state;
      """)
    result.jobs = Int(try db.numbers("SELECT count(*) FROM jobs")[0])
    result.lostJobCount = max(result.lostJobs.count, counted - result.jobs)
  }

  /// Removes the data of deleted jobs and graphs, so that the repair does not recreate them.
  private func removeDeleted() throws {
    try db.execute(
      """
      DELETE FROM deletedJobs WHERE id IN (SELECT id FROM jobs);
      DELETE FROM deletedGraphs WHERE id IN (SELECT id FROM graphs);
      """)
    let (jobs, graphs) = ("IN (SELECT id FROM deletedJobs)", "IN (SELECT id FROM deletedGraphs)")
    for condition in [
      "requests WHERE job \(jobs)", "rowValues WHERE job \(jobs)", "hops WHERE job \(jobs)",
      "adders WHERE job \(jobs)", "attempts WHERE id >> 20 \(jobs)",
      "results WHERE id >> 20 \(jobs)", "materials WHERE graph \(graphs)",
      "steps WHERE graph \(graphs)", "batches WHERE graph \(graphs)", "deletedJobs",
      "deletedGraphs",
    ] {
      try Query(once: "DELETE FROM \(condition)", db).run()
    }
  }

  /// Recreates lost jobs from their requests. A recreated job is not sent until the user decides.
  private mutating func remakeJobs() throws {
    for id in try db.numbers("SELECT job FROM requests WHERE job NOT IN (SELECT id FROM jobs)") {
      let id = JobID(id)
      guard let request = try unlessDamaged({ try turn.tables.request(of: id) }) else { continue }
      let last = try unlessDamaged { try turn.tables.attempts(of: id).last }
      let lane = LaneKey(workspace: "", name: request.gateway?.name ?? request.origin.description)
      let new = NewJob(
        request: request, lane: lane, state: last == nil ? .held(.byUser) : Self.unknown)
      var job = Job(new, id: id, at: last?.started ?? Timestamp(milliseconds: 0))
      job.attempts = last?.id.number ?? 0
      try turn.insert(JobRow(job, lane: turn.lane(lane), stored: 0))
      result.remadeJobs.insert(id)
      result.isComplete = false
    }
  }

  private mutating func removeStrays() throws {
    let (jobs, graphs) = ("NOT IN (SELECT id FROM jobs)", "NOT IN (SELECT id FROM graphs)")
    result.lostJobs = Set(
      try db.numbers("SELECT job FROM requests WHERE job \(jobs)").map { JobID($0) })
    for condition in [
      "requests WHERE job \(jobs)", "rowValues WHERE job \(jobs)", "hops WHERE job \(jobs)",
      "adders WHERE job \(jobs)", "attempts WHERE id >> 20 \(jobs)",
      "results WHERE id >> 20 \(jobs)", "cookies WHERE jar NOT IN (SELECT id FROM jars)",
      "materials WHERE graph \(graphs)", "steps WHERE graph \(graphs)",
      "batches WHERE graph \(graphs)",
    ] {
      let removed = try db.numbers("DELETE FROM \(condition) RETURNING 1")
      if !removed.isEmpty { result.isComplete = false }
    }
  }

  /// Ends jobs that cannot be sent, so that they do not stay in the queue.
  private func endJobs(_ ids: [Int64]) throws {
    for id in ids {
      guard let row = try unlessDamaged({ try turn.tables.job(JobID(id)) }),
        !row.job.state.word.isFinished
      else { continue }
      row.job.state = .failed(.damaged("its request was lost"))
      try turn.update(row)
    }
  }

  /// Holds jobs and graphs until the user decides, because their rows may be outdated.
  private func holdBack() throws {
    try db.execute("UPDATE lanes SET pause = \(Lane.Pause.byUser.rawValue)")
    for id in try db.numbers("SELECT id FROM jobs WHERE done = 0") {
      guard let row = try unlessDamaged({ try turn.tables.job(JobID(id)) }) else { continue }
      let last = Int(
        try db.numbers("SELECT max(id) & 1048575 FROM attempts WHERE id >> 20 = \(id)").first ?? 0)
      if row.job.attempts < last {
        row.job.state = Self.unknown
        row.job.attempts = last
      } else if row.job.scheduling == .immediate, case .waiting = row.job.state {
        row.job.state = .held(.byUser)
      } else {
        continue
      }
      try turn.update(row)
    }
    let open = try turn.tables.graphs(matching: GraphQuery(progress: .open)) { _ in false }
    for var run in open where run.instruction == .run {
      run.instruction = .hold
      try turn.update(run)
    }
  }

  /// Reads a row. Returns nil if the row cannot be read, for example because its key is missing.
  private func unlessDamaged<Value>(_ read: () throws -> Value?) throws -> Value? {
    do { return try read() } catch is Failure { return nil }
  }
}
