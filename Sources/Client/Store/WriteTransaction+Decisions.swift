import ClientCore
import ClientModel

/// Functions that apply decisions of the queue runner and the user to rows.
extension WriteTransaction {
  /// The result of looking up the row of a job.
  private enum Found {
    case sound(JobRow)
    /// The row cannot be read. Lists show the job as failed, with the reason.
    case damaged
    case gone
  }

  private func find(_ id: JobID) throws -> Found {
    if let row = cache.take(id) { return .sound(row) }
    let query = try cache.statement(.selectJob, db)
    query.bind(1, id.rawValue)
    do {
      return try query.first(tables.row).map { .sound($0) } ?? .gone
    } catch is Failure {
      return .damaged
    }
  }

  func apply(_ batch: StoreBatch) throws -> StoreReceipt {
    // Ends are applied first, because a job may end one attempt and start the next in the same
    // batch.
    for end in batch.ends { try self.end(end) }
    for hop in batch.hops { try self.hop(hop) }
    let (cookies, failure) = try commit(batch.cookies, known: batch.known)
    var started: [JobID: StartedJob] = [:]
    started.reserveCapacity(batch.starts.count)
    for start in batch.starts {
      if let job = try self.start(start) { started[start.job] = job }
    }
    return StoreReceipt(
      started: started, revision: revision, cookies: cookies, cookieFailure: failure)
  }

  func end(_ end: AttemptEnd) throws {
    switch try find(end.id.job) {
    case .gone: return
    case .damaged: _ = try write(end.result, of: end.id, protection: end.protection)
    case .sound(let row):
      row.stored += try write(end.result, of: end.id, protection: end.protection)
      row.job.end(end)
      try update(row)
    }
  }

  func hop(_ start: HopStart) throws {
    let attempt = start.attempt
    guard case .sound(let row) = try find(attempt.id.job), row.job.state.word == .running else {
      return
    }
    try insert(attempt)
    if let hop = start.hop { row.stored += try write(hop, of: row.job.id) }
    row.job.hop(to: attempt)
    try update(row)
  }

  /// Starts an attempt of a job. Returns nil if the job may not start or cannot be read. A job with
  /// an unreadable request fails, but a job with a missing key is held.
  func start(_ start: JobStart) throws -> StartedJob? {
    let query = try cache.statement(.selectStart, db)
    query.bind(1, start.job.rawValue)
    var bytes: [UInt8] = []
    var hopBytes: [UInt8] = []
    let found: JobRow?
    do {
      found = try query.first { columns in
        bytes = columns.blob(JobRow.requestColumn)
        hopBytes = columns.blob(JobRow.hopColumn)
        return try tables.row(columns)
      }
    } catch is Failure {
      return nil
    }
    guard let row = found, row.job.mayStart, try !isInHeldOrStoppedBatch(start.job) else {
      return nil
    }
    let request: PreparedRequest
    let hop: RedirectHop?
    do throws(Failure) {
      hop = hopBytes.isEmpty ? nil : try tables.hop(of: start.job, in: hopBytes)
      request = try row.job.sending(try tables.request(of: start.job, in: bytes), from: hop)
    } catch {
      // A job with a missing key can be sent after the key is restored. Any other error is final.
      let next: JobState =
        error.kind == .secretMissing
        ? .held(.missingKey(at: tables.vault.path)) : .failed(error)
      row.job.apply(JobChange(state: next, at: start.at))
      try update(row)
      return nil
    }
    let asked = row.job.remote
    let attempt = Attempt(next: row.job, sending: request, from: hop, at: start.at)
    try insert(attempt)
    row.job.start(attempt)
    try update(row)
    return StartedJob(job: row.job, request: request, hop: hop, asked: asked)
  }

  func apply(_ decide: (Job) -> JobChange?, to row: JobRow) throws -> Job? {
    guard !row.isDamaged, let change = decide(row.job) else { return nil }
    row.job.apply(change)
    if let request = change.request {
      let draft = try tables.sealedDraft(of: row.job.id)
      row.stored += try write(request, draft: draft, of: row.job.id)
    }
    if let hop = change.hop { row.stored += try write(hop, of: row.job.id) }
    try update(row)
    return row.job
  }
}
