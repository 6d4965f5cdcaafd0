public import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func exchanges(matching query: HistoryQuery) async throws(Failure) -> HistoryPage {
    try await read { tables in
      try query.page(of: try tables.triedJobs(query)) { id in
        try tables.readable { try tables.job(id)?.job }
      } parts: { id in
        try tables.readable {
          guard let request = try tables.request(of: id) else { return nil }
          return (try tables.attempts(of: id), request)
        }
      }
    }
  }
}

extension StoreTables {
  /// Returns the jobs to examine for a history query, newest first: the only job of the filter, or
  /// the jobs before `before` that have attempts. Returns at most `span` + 1 jobs.
  fileprivate func triedJobs(_ query: HistoryQuery) throws -> [JobID] {
    if let only = query.filter.onlyJob {
      return query.before.map { only < $0 } ?? true ? [only] : []
    }
    var found: [JobID] = []
    // A job that was polled for days has many attempts. Each query therefore skips to the next job.
    let next = try Query(db, "SELECT id FROM attempts WHERE id < ?1 ORDER BY id DESC LIMIT 1")
    var end = query.before.map { AttemptID(job: $0, number: 0).key } ?? .max
    while found.count <= query.span {
      next.bind(1, end)
      guard let key = try next.first({ $0.integer(0) }) else { break }
      let job = AttemptID(key: key).job
      found.append(job)
      end = AttemptID(job: job, number: 0).key
    }
    return found
  }

  /// Returns the value, or nil if it cannot be read. `check()` reports unreadable values.
  fileprivate func readable<Value>(_ read: () throws -> Value?) throws -> Value? {
    do { return try read() } catch is Failure { return nil }
  }
}
