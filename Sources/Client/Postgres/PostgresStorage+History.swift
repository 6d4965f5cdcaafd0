public import ClientCore
public import ClientModel
import ClientStore

extension PostgresStorage {
  public func exchanges(matching query: HistoryQuery) async throws(Failure) -> HistoryPage {
    try await read { tables in
      let ids = try tables.triedJobs(query)
      let jobs = Dictionary(uniqueKeysWithValues: try tables.jobs(ids).map { ($0.job.id, $0.job) })
      var parts = HistoryParts(ids: ids, tables: tables)
      return try query.page(of: ids) {
        jobs[$0]
      } parts: {
        try parts.next($0)
      }
    }
  }
}

/// The attempts and requests of jobs, read in portions.
private struct HistoryParts {
  private static let portion = 100

  let ids: [JobID]
  let tables: PostgresTables
  private var read: [JobID: (attempts: [Attempt], request: PreparedRequest)] = [:]
  /// The number of jobs whose parts were read.
  private var count = 0

  init(ids: [JobID], tables: PostgresTables) { (self.ids, self.tables) = (ids, tables) }

  /// Returns the parts of a job, or nil if they cannot be read. Jobs are passed in the order of
  /// `ids`.
  mutating func next(_ id: JobID) throws -> (attempts: [Attempt], request: PreparedRequest)? {
    while read[id] == nil, let place = ids[count...].firstIndex(of: id) {
      count = min(place + Self.portion, ids.count)
      read = try tables.parts(of: Array(ids[place..<count]))
    }
    return read[id]
  }
}

extension PostgresTables {
  /// Returns the jobs to examine for a history query, newest first: the only job of the filter, or
  /// the jobs before `before` that have attempts. Returns at most `span` + 1 jobs.
  fileprivate func triedJobs(_ query: HistoryQuery) throws -> [JobID] {
    if let only = query.filter.onlyJob {
      return query.before.map { only < $0 } ?? true ? [only] : []
    }
    // A job that was polled for days has many attempts. The query skips from job to job.
    return try db.rows(
      """
      WITH RECURSIVE tried(job) AS ( \
      (SELECT id >> 20 FROM attempts WHERE id < $1 ORDER BY id DESC LIMIT 1) \
      UNION ALL SELECT (SELECT id >> 20 FROM attempts WHERE id < job << 20 ORDER BY id DESC LIMIT 1) \
      FROM tried WHERE job IS NOT NULL) \
      SELECT job FROM tried WHERE job IS NOT NULL LIMIT $2
      """,
      [
        .integer(query.before.map { AttemptID(job: $0, number: 0).key } ?? .max),
        .integer(Int64(query.span) + 1),
      ]
    ).map { JobID($0.integer(0)) }
  }

  fileprivate func parts(
    of ids: [JobID]
  ) throws -> [JobID: (attempts: [Attempt], request: PreparedRequest)] {
    let attempts = try attempts(of: ids)
    var found: [JobID: (attempts: [Attempt], request: PreparedRequest)] = [:]
    for row in try db.rows(
      "SELECT job, request FROM requests WHERE job = ANY($1)", [.integers(ids.map(\.rawValue))])
    {
      let id = JobID(row.integer(0))
      do throws(Failure) {
        found[id] = (attempts[id] ?? [], try coder.request(row.blob(1), of: id))
      } catch {
        // An unreadable job is omitted.
      }
    }
    return found
  }
}
