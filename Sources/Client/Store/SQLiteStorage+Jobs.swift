public import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func add(_ jobs: [NewJob]) async throws(Failure) -> [JobID] {
    if jobs.isEmpty { return [] }
    let clock = clock
    return try await write { turn in try turn.add(jobs, at: clock.now) }
  }

  public func add(
    from source: @escaping @Sendable ((NewJob) throws -> Void) throws -> Void
  ) async throws(Failure) -> [JobID] {
    let clock = clock
    return try await write { turn in try turn.add(from: source, at: clock.now) }
  }

  public func addStarted(_ job: NewJob, at now: Timestamp) async throws(Failure) -> AddedJob {
    try await write { turn in
      guard let id = try turn.insert([job], at: now).first else {
        throw Failure.damaged("a new job has no number")
      }
      let started = try turn.start(JobStart(job: id, at: now))
      if started == nil { try turn.recordAdder(of: id) }
      return AddedJob(id: id, started: started, cookieRevision: turn.ledger.cookieRevision)
    }
  }

  public func commit(_ batch: StoreBatch) async throws(Failure) -> StoreReceipt {
    if batch.isEmpty {
      return try await read { tables in
        StoreReceipt(revision: try tables.revision())
      }
    }
    return try await write { turn in try turn.apply(batch) }
  }

  public func begin(
    _ batch: StoreBatch,
    then response: @escaping @Sendable (Result<StoreReceipt, Failure>) -> Void
  ) {
    if case .readOnly(let failure) = access { return response(.failure(failure)) }
    do throws(Failure) { try uses.enter() } catch { return response(.failure(error)) }
    let response: @Sendable (Result<StoreReceipt, Failure>) -> Void = { [uses] result in
      uses.leave()
      response(result)
    }
    switch use {
    case .session: writes.add({ turn in try turn.apply(batch) }, then: response)
    case .oneShot:
      // `add` would write synchronously and block the caller.
      Task { [writes] in
        do throws(Failure) {
          response(.success(try await writes.run { turn in try turn.apply(batch) }))
        } catch {
          response(.failure(error))
        }
      }
    }
  }

  public func change(
    _ jobs: [JobID], _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> [Job] {
    try await write { turn in
      try jobs.compactMap { id in
        guard let row = try turn.tables.job(id) else { return nil }
        return try turn.apply(decide, to: row)
      }
    }
  }

  public func change(
    matching query: JobQuery, _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> [JobID] {
    var pages = query
    (pages.order, pages.offset, pages.limit) = (.oldestFirst, 0, Self.changedPage)
    let first = pages
    return try await write { turn in
      var page = first
      var changed: [JobID] = []
      while true {
        let rows = try turn.tables.rows(matching: page)
        for row in rows {
          if let job = try turn.apply(decide, to: row) { changed.append(job.id) }
        }
        guard rows.count == Self.changedPage, let last = rows.last else { return changed }
        // A changed job has the same id, so the following pages do not contain it.
        page.after = last.job.id
      }
    }
  }

  /// The maximum number of jobs in memory while one transaction changes any number of them.
  private static let changedPage = 1_000

  /// Reads jobs in the order and window of the query.
  public func jobs(matching query: JobQuery) async throws(Failure) -> [Job] {
    try await read { tables in try tables.rows(matching: query).map(\.job) }
  }

  /// Reads the ids of jobs in the order and window of the query. They take only eight bytes each.
  package func ids(matching query: JobQuery) async throws(Failure) -> [JobID] {
    try await read { tables in try tables.ids(matching: query) }
  }

  /// Counts the jobs that match, ignoring the window of the query.
  public func count(matching query: JobQuery) async throws(Failure) -> Int {
    try await read { tables in try tables.count(matching: query) }
  }

  public func request(of job: JobID) async throws(Failure) -> PreparedRequest? {
    try await read { tables in try tables.holds(job) ? try tables.request(of: job) : nil }
  }

  public func hop(of job: JobID) async throws(Failure) -> RedirectHop? {
    try await read { tables in try tables.hop(of: job) }
  }

  public func attempts(of job: JobID) async throws(Failure) -> [Attempt] {
    try await read { tables in try tables.holds(job) ? try tables.attempts(of: job) : [] }
  }
}

extension WriteTransaction {
  /// Adds jobs. Returns their ids, ascending.
  func add(_ jobs: [NewJob], at now: Timestamp) throws -> [JobID] {
    try add(from: { add in for job in jobs { try add(job) } }, at: now)
  }

  /// Adds the jobs that `source` passes, without having them all in memory. Returns their ids,
  /// ascending.
  func add(
    from source: ((NewJob) throws -> Void) throws -> Void, at now: Timestamp
  ) throws -> [JobID] {
    var last = try lastID()
    var ids: [JobID] = []
    func add(_ new: NewJob) throws {
      last += 1
      try insert(new, as: JobID(last), at: now)
      if new.scheduling == .immediate { try recordAdder(of: JobID(last)) }
      ids.append(JobID(last))
    }
    try source(add)
    return ids
  }

  func insert(_ jobs: [NewJob], at now: Timestamp) throws -> [JobID] {
    var id = try lastID()
    return try jobs.map { new in
      id += 1
      try insert(new, as: JobID(id), at: now)
      return JobID(id)
    }
  }

  /// Returns the greatest id that was ever assigned to a job.
  func lastID() throws -> Int64 {
    try Query(db, "SELECT seq FROM sqlite_sequence WHERE name = 'jobs'").first { $0.integer(0) }
      ?? 0
  }

  func insert(_ new: NewJob, as id: JobID, at now: Timestamp) throws {
    let job = Job(new, id: id, at: now)
    var request = new.request
    let copied = try snapshots.adopt(&request, by: id)
    let stored = try write(request, of: id) + copied
    try insert(JobRow(job, lane: try lane(new.lane), stored: stored))
  }
}
