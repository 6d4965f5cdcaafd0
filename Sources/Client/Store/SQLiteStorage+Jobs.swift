public import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func add(_ jobs: JobAddition) async throws(Failure) -> AddedJobs {
    let clock = clock
    return try await write { turn in try turn.add(jobs, at: clock.now) }
  }

  public func commit(
    _ batch: StoreBatch,
    then response: @escaping @Sendable (Result<StoreReceipt, Failure>) -> Void
  ) {
    if batch.isEmpty {
      Task {
        do throws(Failure) {
          response(
            .success(try await read { tables in StoreReceipt(revision: try tables.revision()) }))
        } catch {
          response(.failure(error))
        }
      }
      return
    }
    if case .readOnly(let failure) = access { return response(.failure(failure)) }
    do throws(Failure) { try uses.enter() } catch { return response(.failure(error)) }
    let response: @Sendable (Result<StoreReceipt, Failure>) -> Void = { [uses] result in
      uses.leave()
      response(result)
    }
    switch use {
    case .session: writes.add({ turn in try turn.apply(batch) }, then: response)
    case .oneShot:
      // In one-shot use, `WriteQueue.add` writes synchronously, so this task keeps the caller
      // unblocked.
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
    _ selection: JobSelection, _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> ChangedSelection {
    switch selection {
    case .ids(let jobs):
      try await write { turn in
        ChangedSelection(
          try jobs.compactMap { id in
            guard let row = try turn.tables.job(id) else { return nil }
            return try turn.apply(decide, to: row)
          })
      }
    case .query(let query):
      try await write { turn in ChangedSelection(ids: try turn.change(query, decide)) }
    }
  }

  /// Reads jobs in the query's order, within its offset and limit.
  public func jobs(matching query: JobQuery) async throws(Failure) -> [Job] {
    try await read { tables in try tables.rows(matching: query).map(\.job) }
  }

  /// Reads the ids of jobs in the query's order, within its offset and limit. Each id takes only
  /// eight bytes.
  package func ids(matching query: JobQuery) async throws(Failure) -> [JobID] {
    try await read { tables in try tables.ids(matching: query) }
  }

  /// Counts the matching jobs. The query's offset and limit are ignored.
  public func count(matching query: JobQuery) async throws(Failure) -> Int {
    try await read { tables in try tables.count(matching: query) }
  }

  /// Reads a part of the queue with its lanes and graphs. Everything comes from one snapshot.
  public func queue(matching query: QueueQuery) async throws(Failure) -> QueueState {
    try await read { tables in
      try QueueState(
        query, jobs: { try tables.rows(matching: $0).map(\.job) },
        count: { try tables.count(matching: $0) }, lanes: { try tables.tallies().map(\.tally) },
        graphs: { try tables.graphs(matching: $0) { _ in false } },
        ahead: { try tables.waitingAhead(of: $0) })
    }
  }

  public func requests(of job: JobID) async throws(Failure) -> JobRequests? {
    try await read { tables in try tables.holds(job) ? try tables.requests(of: job) : nil }
  }

  public func attempts(of job: JobID) async throws(Failure) -> [Attempt] {
    try await read { tables in try tables.holds(job) ? try tables.attempts(of: job) : [] }
  }
}

extension WriteTransaction {
  /// Adds jobs. Returns the new ids in ascending order.
  func add(_ jobs: [NewJob], at now: Timestamp) throws -> [JobID] {
    try add(JobAddition(jobs), at: now).ids
  }

  /// Adds jobs, and starts them if requested. Only a portion of the jobs is in memory at a time.
  func add(_ jobs: JobAddition, at now: Timestamp) throws -> AddedJobs {
    var last = try lastID()
    var added = AddedJobs(ids: [])
    try jobs.each { new in
      last += 1
      let id = JobID(last)
      try insert(new, as: id, at: now)
      if let start = jobs.start { added.started[id] = try self.start(JobStart(job: id, at: start)) }
      if new.scheduling == .immediate, added.started[id] == nil { try recordAdder(of: id) }
      added.ids.append(id)
    }
    if jobs.start != nil { added.cookieRevision = ledger.cookieRevision }
    return added
  }

  /// Changes every job that matches a query. Only a portion of the jobs is in memory at a time.
  func change(_ query: JobQuery, _ decide: (Job) -> JobChange?) throws -> [JobID] {
    let portion = 1_000
    var page = query
    (page.order, page.offset, page.limit) = (.oldestFirst, 0, portion)
    var changed: [JobID] = []
    while true {
      let rows = try tables.rows(matching: page)
      for row in rows {
        if let job = try apply(decide, to: row) { changed.append(job.id) }
      }
      guard rows.count == portion, let last = rows.last else { return changed }
      // A changed job keeps its id, so the following pages do not contain it.
      page.after = last.job.id
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
    let draft = try new.draft.flatMap {
      try StoredDraft($0, of: request).bytes(for: id, by: tables.vault)
    }
    let stored = try write(request, draft: draft, of: id) + copied
    try insert(JobRow(job, lane: try lane(new.lane), stored: stored))
  }
}
