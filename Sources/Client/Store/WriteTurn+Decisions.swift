import ClientCore
import ClientModel
import GRDB

// GRDB has a type of this name as well.
import struct ClientModel.PreparedRequest

/// The drainer's and the user's decisions, applied to rows.
extension WriteTurn {
  /// A job's row, or nil when it is gone or damaged: one bad row must not stop the others. Lists
  /// show such a job as failed, with the reason.
  private func usable(_ id: JobID) throws -> JobRow? {
    do { return try shelf.job(id) } catch is Failure { return nil }
  }

  func end(_ end: AttemptEnd) throws {
    let bytes = try write(end.result, of: end.id, keeping: end.keeping)
    guard var row = try usable(end.id.job) else { return }
    row.stored += bytes
    if let request = end.request, row.job.state == .running(attempt: end.id.number) {
      row.stored += try write(request, of: end.id.job)
    }
    row.job.end(end)
    try update(row)
  }

  func hop(_ attempt: Attempt) throws {
    guard var row = try usable(attempt.id.job), row.job.state.word == .running else { return }
    try insert(attempt)
    row.job.hop(to: attempt)
    try update(row)
  }

  /// Nil when the job does not start: somebody changed it first, or its request cannot be read;
  /// then the job fails with the reason, or is held until its key is back.
  func start(_ attempt: Attempt) throws -> PreparedRequest? {
    guard var row = try usable(attempt.id.job), row.job.mayStart else { return nil }
    let request: PreparedRequest
    do {
      guard let found = try shelf.request(of: attempt.id.job) else {
        throw Failure.damaged("the request is missing")
      }
      request = found
    } catch let failure as Failure {
      // What lacks its key can still be sent when the key is back; anything else is lost.
      let next: JobState =
        failure.kind == .secretMissing
        ? .held(.missingKey(at: shelf.vault.path)) : .failed(failure)
      row.job.apply(JobChange(state: next, at: attempt.started))
      try update(row)
      return nil
    }
    try insert(attempt)
    row.job.start(attempt)
    try update(row)
    return request
  }

  func apply(_ decide: (Job) -> JobChange?, to row: JobRow) throws -> Job? {
    guard !row.isDamaged, let change = decide(row.job) else { return nil }
    var row = row
    row.job.apply(change)
    if let request = change.request { row.stored += try write(request, of: row.job.id) }
    try update(row)
    return row.job
  }
}
