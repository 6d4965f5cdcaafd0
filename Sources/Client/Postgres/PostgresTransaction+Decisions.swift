import ClientCore
import ClientModel
import ClientStore

/// Functions that apply decisions of the queue runner and the user to rows.
extension PostgresTransaction {
  /// The stored parts of a job that starts.
  struct StartBytes {
    var request: [UInt8]
    var hop: [UInt8]?
  }

  /// The rows that a batch needs, read in one round trip.
  private struct BatchRows {
    /// The attempts that have a result or were taken away. Their ends must not change anything.
    var ended: Set<AttemptID>
    /// The attempts that were taken away.
    var lost: Set<AttemptID>
    var stored: [JobID: StartBytes]
    /// The number of all cookie changes.
    var cookies: Int64
    /// The locked lanes from which jobs may be taken, without those that have a rate.
    var lanes: [PostgresRow]
  }

  func apply(_ batch: StoreBatch) throws -> StoreReceipt {
    let rows = try read(batch)
    // Ends are applied first, because a job may end one attempt and start the next in the same
    // batch.
    for end in batch.ends where !rows.ended.contains(end.id) { try self.end(end) }
    for hop in batch.hops {
      let (job, number) = (hop.attempt.id.job, hop.attempt.id.number - 1)
      if !rows.lost.contains(AttemptID(job: job, number: number)) { try self.hop(hop) }
    }
    var started: [JobID: StartedJob] = [:]
    for start in batch.starts {
      guard let row = self[start.job], mayStart(row) else { continue }
      started[start.job] = try self.start(row, rows.stored[start.job], at: start.at)
    }
    // Lanes are locked before cookies, which lock the revision of the store.
    if !batch.takes.isEmpty { try take(batch.takes, from: rows.lanes, noting: &started) }
    let (cookies, failure) = try commit(
      batch.cookies, known: batch.known, revision: rows.cookies)
    return StoreReceipt(
      started: started, lost: rows.lost, revision: 0, cookies: cookies, cookieFailure: failure)
  }

  /// Locks and reads the jobs and attempts of a batch, and the requests of the jobs that start.
  private func read(_ batch: StoreBatch) throws -> BatchRows {
    let jobs = batch.ends.map(\.id.job) + batch.hops.map(\.attempt.id.job) + batch.starts.map(\.job)
    try db.add(Self.lockJobs, [.integers(Set(jobs.map(\.rawValue)).sorted())])
    try db.add(
      """
      SELECT id, EXISTS (SELECT 1 FROM results WHERE results.id = attempts.id), \
      taken OR owner <> $2 FROM attempts WHERE id = ANY($1) ORDER BY id FOR UPDATE
      """,
      [.integers(batch.ends.map(\.id.key).sorted()), .text(owner)])
    try db.add(
      """
      SELECT requests.job, request, hop FROM requests LEFT JOIN hops ON hops.job = requests.job \
      WHERE requests.job = ANY($1)
      """, [.integers(batch.starts.map(\.job.rawValue))])
    try db.add("SELECT cookies FROM meta")
    try db.add(
      "SELECT 1 FROM runners WHERE id = $1 AND lease > clock_timestamp()", [.text(owner)])
    if !batch.takes.isEmpty { try addLocks(ofLanesIn: batch.takes) }
    let results = Array(try db.run().suffix(batch.takes.isEmpty ? 5 : 6))
    // A process whose lease has expired commits nothing. It can, after it has renewed the lease.
    if results[4].isEmpty { throw Failure.expiredLease }
    try load(results[0])
    let lost = results[1].filter { $0.flag(2) }.map { AttemptID(key: $0.integer(0)) }
    let ended = lost + results[1].filter { $0.flag(1) }.map { AttemptID(key: $0.integer(0)) }
    return BatchRows(
      ended: Set(ended), lost: Set(lost), stored: Self.startBytes(results[2]),
      cookies: results[3].first?.integer(0) ?? 0,
      lanes: batch.takes.isEmpty ? [] : Array(results[5]))
  }

  /// Returns the stored parts of jobs, from rows with the job, the request and the redirect.
  static func startBytes(_ rows: PostgresRows) -> [JobID: StartBytes] {
    var stored: [JobID: StartBytes] = [:]
    for row in rows {
      stored[JobID(row.integer(0))] = StartBytes(
        request: row.blob(1), hop: row.isNull(2) ? nil : row.blob(2))
    }
    return stored
  }

  private func end(_ end: AttemptEnd) throws {
    guard let row = self[end.id.job] else { return }
    let size = try write(end)
    if row.isDamaged { return }
    row.stored += size
    row.job.end(end)
    try update(row)
  }

  private func hop(_ start: HopStart) throws {
    let attempt = start.attempt
    // The attempt exists already if the batch is repeated after a commit that took effect.
    guard let row = self[attempt.id.job], !row.isDamaged, row.job.state.word == .running,
      row.job.attempts < attempt.id.number
    else { return }
    try insert(attempt)
    moveSlot(
      of: row, from: AttemptID(job: row.job.id, number: row.job.attempts), to: attempt.id)
    if let hop = start.hop { row.stored += try write(hop, of: row.job.id) }
    row.job.hop(to: attempt)
    try update(row)
  }

  func mayStart(_ row: PostgresJob) -> Bool {
    !row.isDamaged && row.job.mayStart && row.batch?.instruction ?? .run == .run
  }

  /// Starts an attempt. A job with an unreadable request fails, but a job with a missing key is
  /// held.
  func start(
    _ row: PostgresJob, _ stored: StartBytes?, at now: Timestamp
  ) throws -> StartedJob? {
    let request: PreparedRequest
    let hop: RedirectHop?
    do throws(Failure) {
      // The end of an earlier attempt in this batch may have removed the redirect.
      let bytes = hasRemovedHop(of: row.job.id) ? nil : stored?.hop
      if let bytes { hop = try coder.hop(bytes, of: row.job.id) } else { hop = nil }
      request = try row.job.sending(
        try coder.request(stored?.request ?? [], of: row.job.id), from: hop)
    } catch {
      let next: JobState =
        error.kind == .secretMissing ? .held(.missingKey(at: coder.keyPath)) : .failed(error)
      row.job.apply(JobChange(state: next, at: now))
      try update(row)
      return nil
    }
    return try start(row, request, hop, at: now)
  }

  private func start(
    _ row: PostgresJob, _ request: PreparedRequest, _ hop: RedirectHop?, at now: Timestamp
  ) throws -> StartedJob {
    let asked = row.job.remote
    let attempt = Attempt(next: row.job, sending: request, from: hop, at: now)
    try insert(attempt)
    row.job.start(attempt)
    try update(row)
    return StartedJob(job: row.job, request: request, hop: hop, asked: asked, term: term)
  }

  /// Changes a loaded job.
  func apply(_ decide: (Job) -> JobChange?, to row: PostgresJob) throws -> Job? {
    guard !row.isDamaged, let change = decide(row.job) else { return nil }
    row.job.apply(change)
    if let request = change.request {
      try flush()
      let before = try db.rows(
        "SELECT request FROM requests WHERE job = $1", [.integer(row.job.id.rawValue)])
      let bytes = try coder.bytes(
        of: request, replacing: before.first?.blob(0) ?? [], job: row.job.id)
      row.stored += write(bytes, of: row.job.id)
    }
    if let hop = change.hop { row.stored += try write(hop, of: row.job.id) }
    try update(row)
    return row.job
  }

  func change(_ ids: [JobID], _ decide: (Job) -> JobChange?) throws -> [Job] {
    try load(ids)
    return try ids.compactMap { id in try self[id].flatMap { try apply(decide, to: $0) } }
  }

  /// Changes every job that matches a query. Only a portion of the jobs is in memory at a time.
  func change(_ query: JobQuery, _ decide: (Job) -> JobChange?) throws -> [JobID] {
    let portion = 1_000
    var page = query
    (page.order, page.offset, page.limit) = (.oldestFirst, 0, portion)
    var changed: [JobID] = []
    while true {
      let ids = try tables.ids(matching: page)
      changed += try change(ids, decide).map(\.id)
      try flush()
      forgetRows()
      guard ids.count == portion, let last = ids.last else { return changed }
      // A changed job keeps its id, so the following pages do not contain it.
      page.after = last
    }
  }
}

/// Functions that add jobs.
extension PostgresTransaction {
  /// Adds jobs, and starts them if requested. Only a portion of the jobs is in memory at a time.
  func add(_ jobs: JobAddition, at now: Timestamp) throws -> AddedJobs {
    var added = AddedJobs(ids: [])
    var portion: [NewJob] = []
    func addPortion() throws {
      if portion.isEmpty { return }
      let first = try reserve(portion.count, from: "jobIDs")
      for (place, new) in portion.enumerated() {
        let id = JobID(first + Int64(place))
        added.started[id] = try insert(new, as: id, startingAt: jobs.start, now)
        if new.scheduling == .immediate, added.started[id] == nil { recordAdder(of: id) }
        added.ids.append(id)
      }
      portion = []
    }
    try jobs.each { new in
      portion.append(new)
      if portion.count == 500 { try addPortion() }
    }
    try addPortion()
    if jobs.start != nil {
      added.cookieRevision = try db.rows("SELECT cookies FROM meta").first?.integer(0) ?? -1
    }
    return added
  }

  /// Adds a job. If it starts at once, its row is written only once, as running.
  @discardableResult
  func insert(
    _ new: NewJob, as id: JobID, startingAt start: Timestamp? = nil, _ now: Timestamp
  ) throws -> StartedJob? {
    var job = Job(new, id: id, at: now)
    let stored = write(try coder.bytes(of: new.request, draft: new.draft, job: id), of: id)
    var started: StartedJob?
    if let start, job.mayStart {
      do throws(Failure) {
        let request = try job.sending(new.request, from: nil)
        let attempt = Attempt(next: job, sending: request, from: nil, at: start)
        job.start(attempt)
        started = StartedJob(job: job, request: request, term: term)
        try insertAttempt(attempt)
      } catch {
        job.apply(JobChange(state: .failed(error), at: start))
      }
    }
    try insert(PostgresJob(job, lane: try lane(new.lane), stored: stored))
    return started
  }

  private func insertAttempt(_ attempt: Attempt) throws(Failure) {
    do { try insert(attempt) } catch { throw (error as? Failure) ?? .lostTransaction }
  }
}

extension Failure {
  /// The failure of a commit after the lease of this process has expired.
  static var expiredLease: Failure {
    Failure(
      .storage, what: "The changes of running jobs were not stored.",
      why:
        "This process could not renew its lease on the store in time, so others may run its jobs.",
      whatToDo: "Check the network and whether the machine was suspended. Weir tries again.")
  }

  /// The failure for an error that ends the transaction in any case.
  fileprivate static var lostTransaction: Failure {
    Failure(
      .storage, what: "The job was not added.", why: "The transaction failed.",
      whatToDo: "Add it again.")
  }
}
