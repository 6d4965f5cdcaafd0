import ClientCore
import ClientModel

extension StoreTables {
  /// Returns the rows that match a query, in the query's order, within its offset and limit.
  func rows(matching query: JobQuery) throws -> [JobRow] {
    try select(JobRow.columns, matching: query, rowOrDamage)
  }

  /// Returns the ids of the jobs that match a query, in the query's order, within its offset and
  /// limit.
  func ids(matching query: JobQuery) throws -> [JobID] {
    try select("id", matching: query) { JobID($0.integer(0)) }
  }

  private func select<Value>(
    _ columns: String, matching query: JobQuery, _ read: (Query) throws -> Value
  ) throws -> [Value] {
    let offset = max(0, query.offset)
    let limit = max(0, query.limit ?? .max)
    guard limit > 0, let plan = try Plan(query, self) else { return [] }
    if query.order != .queue {
      let way = query.order == .newestFirst ? "DESC" : "ASC"
      return try values(plan, plan.select(columns, "", order: "id \(way)"), offset, limit, read)
    }
    // Unfinished jobs are read first, then finished jobs. Each part has its own index.
    var found: [Value] = []
    var skip = offset
    if plan.hasUnfinished {
      let order = "lane, priority DESC, position, id"
      found = try values(
        plan, plan.select(columns, "done = 0", order: order), offset, limit, read)
      if found.isEmpty, offset > 0 {
        skip = max(0, offset - (try count(plan.count("done = 0"))))
      } else {
        skip = 0
      }
    }
    if plan.hasFinished, found.count < limit {
      found += try values(
        plan, plan.select(columns, "done = 1", order: "since DESC, id DESC"), skip,
        limit - found.count, read)
    }
    return found
  }

  func count(matching query: JobQuery) throws -> Int {
    guard let plan = try Plan(query, self) else { return 0 }
    // The tallies contain the counts for a query by lanes or states, so no row is read.
    if query == JobQuery(part: .alone, states: query.states, workspaces: query.workspaces) {
      return try count(plan.tally) - count(plan.rowTally)
    }
    return try count(plan.isTallied ? plan.tally : plan.count(""))
  }

  private func count(_ sql: String) throws -> Int {
    try Query(db, sql).first { Int($0.integer(0)) } ?? 0
  }

  private func values<Value>(
    _ plan: Plan, _ select: String, _ offset: Int, _ limit: Int, _ read: (Query) throws -> Value
  ) throws -> [Value] {
    let sql = select + " LIMIT ?1 OFFSET ?2"
    let query = try plan.namesIDs ? Query(once: sql, db) : Query(db, sql)
    query.bind(1, Int64(limit))
    query.bind(2, Int64(offset))
    var values: [Value] = []
    try query.eachRow { values.append(try read($0)) }
    return values
  }

  /// The conditions of a query as SQL text. The text contains only numbers and hexadecimal digits
  /// from the query, which prevents SQL injection.
  private struct Plan {
    private var conditions: [String] = []
    private var source = "jobs"
    private var codes: [Int64]?
    /// The SQL condition on the lane, or nil if the query selects all lanes.
    private var lanes: String?
    let hasUnfinished: Bool
    let hasFinished: Bool
    let isTallied: Bool
    /// Whether the SQL text contains ids, so it is unlikely to be reused.
    let namesIDs: Bool

    /// Creates the SQL conditions. Returns nil if no job can match.
    init?(_ query: JobQuery, _ tables: StoreTables) throws {
      hasUnfinished = query.states?.contains { !$0.isFinished } ?? true
      hasFinished = query.states?.contains { $0.isFinished } ?? true
      isTallied =
        query.ids == nil && query.scheduling == nil && query.after == nil && query.part == .all
        && query.texts.isEmpty && query.excluded.isEmpty
      namesIDs =
        query.ids != nil || query.part != .all || query.after != nil || !query.texts.isEmpty
        || !query.excluded.isEmpty
      if let ids = query.ids {
        conditions.append("id IN (\(ids.map(\.description).joined(separator: ",")))")
      }
      if let states = query.states {
        let sorted = states.map(\.code).sorted()
        codes = sorted
        conditions.append("state IN (\(sorted.map(String.init).joined(separator: ",")))")
      }
      if let key = query.lane {
        guard let id = try tables.laneID(key) else { return nil }
        lanes = "lane = \(id)"
      } else if let workspaces = query.workspaces {
        let ids = try tables.lanes().filter { workspaces.contains($0.lane.key.workspace) }.map(\.id)
        guard !ids.isEmpty else { return nil }
        lanes = "lane IN (\(ids.map(String.init).joined(separator: ",")))"
      }
      if let lanes { conditions.append(lanes) }
      if !query.excluded.isEmpty {
        conditions.append(
          "id NOT IN (\(query.excluded.map(\.description).joined(separator: ",")))")
      }
      if let after = query.after { conditions.append("id > \(after.rawValue)") }
      if let scheduling = query.scheduling {
        conditions.append("scheduling = \(scheduling.rawValue)")
        if scheduling == .immediate, !hasFinished {
          conditions.append("done = 0")
          source = "jobs INDEXED BY immediateJobs"
        }
      }
      conditions += try query.texts.map { try Self.holds($0, tables) }
      switch query.part {
      case .all: break
      case .alone: conditions += try BatchIndex(tables.db).exclusions
      case .span(let jobs): conditions.append(Self.within(jobs))
      }
      if codes == [2], query.ids == nil {
        conditions.append("state = 2")
        // Without this index, SQLite would read all unfinished jobs in the order of the queue.
        if source == "jobs", query.part != .all { source = "jobs INDEXED BY running" }
      }
    }

    /// Returns an SQL condition for jobs whose URL, name or lane contains a string. `LIKE` ignores
    /// the case of ASCII letters and was the fastest method. Looking up the matching lanes in
    /// advance and skipping jobs without a name reduces the time to a third.
    private static func holds(_ text: String, _ tables: StoreTables) throws -> String {
      let special: Set<UInt8> = [UInt8(ascii: "%"), UInt8(ascii: "_"), UInt8(ascii: "\\")]
      let escaped = text.utf8.flatMap { special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
      let pattern = [UInt8(ascii: "%")] + escaped + [UInt8(ascii: "%")]
      let holds = "LIKE CAST(x'\(pattern.hexadecimal)' AS TEXT) ESCAPE '\\'"
      var lanes: [String] = []
      try Query(once: "SELECT id FROM lanes WHERE name \(holds)", tables.db).eachRow {
        lanes.append(String($0.integer(0)))
      }
      let named = lanes.isEmpty ? "" : "lane IN (\(lanes.joined(separator: ","))) OR "
      return "(\(named)url \(holds) OR (name NOT NULL AND name \(holds)))"
    }

    private static func within(_ jobs: ClosedRange<JobID>) -> String {
      "id BETWEEN \(jobs.lowerBound) AND \(jobs.upperBound)"
    }

    func select(_ columns: String, _ part: String, order: String) -> String {
      "SELECT \(columns) FROM \(source)\(filter(part)) ORDER BY \(order)"
    }

    func count(_ part: String) -> String { "SELECT count(*) FROM \(source)\(filter(part))" }

    var tally: String {
      let lanes = lanes.map { " AND \($0)" } ?? ""
      return "SELECT ifnull(sum(jobs), 0) FROM tallies WHERE 1\(lanes)"
        + (states.map { " AND \($0)" } ?? "")
    }

    /// The SQL query for the number of batch rows. It reads the lane of only one job per batch,
    /// because a batch belongs to one workspace.
    var rowTally: String {
      let batches = lanes.map {
        " AND graph IN (SELECT graph FROM batches WHERE EXISTS "
          + "(SELECT 1 FROM (SELECT lane FROM jobs WHERE id BETWEEN first AND last LIMIT 1) WHERE \($0)))"
      }
      return "SELECT ifnull(sum(jobs), 0) FROM rowCounts WHERE 1\(batches ?? "")"
        + (states.map { " AND \($0)" } ?? "")
    }

    /// The SQL condition on the state, or nil if the query selects all states.
    var states: String? {
      codes.map { "state IN (\($0.map(String.init).joined(separator: ",")))" }
    }

    private func filter(_ part: String) -> String {
      let all = part.isEmpty ? conditions : conditions + [part]
      return all.isEmpty ? "" : " WHERE " + all.joined(separator: " AND ")
    }
  }
}

/// Functions that count the waiting jobs before a job.
extension StoreTables {
  /// Returns the number of jobs that wait before each given job in the job's lane. All given jobs
  /// must be waiting. The jobs of held batches are not counted.
  ///
  /// The jobs between two given jobs are counted only once. The total cost is therefore at most one
  /// pass over an index.
  func waitingAhead(of jobs: [Job]) throws -> [JobID: Int] {
    let held = try BatchIndex(db).entries.filter { $0.instruction == .hold }
      .map { " AND id NOT BETWEEN \($0.jobs.lowerBound) AND \($0.jobs.upperBound)" }.joined()
    var ahead: [JobID: Int] = [:]
    for (key, jobs) in Dictionary(grouping: jobs, by: \.lane) {
      guard let lane = try laneID(key) else { continue }
      let counter = QueueCounter(db: db, condition: try waits(in: lane) + held, lane: lane)
      var (last, count) = (Job?.none, 0)
      let sorted = jobs.sorted {
        ($1.priority, $0.position, $0.id) < ($0.priority, $1.position, $1.id)
      }
      for job in sorted {
        count += try counter.count(from: last, to: job)
        ahead[job.id] = count
        last = job
      }
    }
    return ahead
  }

  /// Returns the SQL condition for the waiting jobs among the unfinished jobs of a lane. If the
  /// others are all running, as usual, the index alone is sufficient.
  private func waits(in lane: Int64) throws -> String {
    let others = try Query(
      db, "SELECT ifnull(sum(jobs), 0) FROM tallies WHERE lane = ?1 AND state IN (0, 3, 4)")
    others.bind(1, lane)
    return try others.first { $0.integer(0) } == 0
      ? "id NOT IN (SELECT id FROM jobs WHERE state = 2)" : "state = 1"
  }
}

/// A counter of the waiting jobs of a lane.
private struct QueueCounter {
  let db: Database
  /// The condition that selects the jobs to count.
  let condition: String
  let lane: Int64

  /// Returns the number of waiting jobs in the half-open range from `start` to `end`.
  ///
  /// - Parameter start: The first job to count, or nil for all jobs before `end`.
  func count(from start: Job?, to end: Job) throws -> Int {
    if let start, start.priority == end.priority {
      return try count(
        "priority = ?2 AND (position, id) >= (?3, ?4) AND (position, id) < (?5, ?6)",
        end.priority, start, end)
    }
    let before = try count("priority = ?2 AND (position, id) < (?5, ?6)", end.priority, nil, end)
    guard let start else { return before + (try count("priority > ?2", end.priority, nil, nil)) }
    return before
      + (try count("priority = ?2 AND (position, id) >= (?3, ?4)", start.priority, start, nil))
      + (try count("priority < ?2 AND priority > ?7", start.priority, nil, nil, end.priority))
  }

  private func count(
    _ range: String, _ priority: Int, _ start: Job?, _ end: Job?, _ least: Int = 0
  ) throws -> Int {
    let query = try Query(
      db,
      "SELECT count(*) FROM jobs WHERE done = 0 AND lane = ?1 AND \(range) AND \(condition)")
    query.bind(1, lane)
    query.bind(2, Int64(priority))
    if let start {
      query.bind(3, start.position)
      query.bind(4, start.id.rawValue)
    }
    if let end {
      query.bind(5, end.position)
      query.bind(6, end.id.rawValue)
    }
    if range.contains("?7") { query.bind(7, Int64(least)) }
    return try query.first { Int($0.integer(0)) } ?? 0
  }
}
