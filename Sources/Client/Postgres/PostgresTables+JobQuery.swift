import ClientCore
import ClientModel
import ClientStore

extension PostgresTables {
  /// Returns the jobs that match a query, in the query's order, within its offset and limit.
  func jobs(matching query: JobQuery) throws -> [Job] {
    try select(PostgresJob.columns, from: PostgresJob.source, query) { try row($0).job }
  }

  /// Returns the ids of the jobs that match a query, in the query's order, within its offset and
  /// limit.
  func ids(matching query: JobQuery) throws -> [JobID] {
    try select("jobs.id", from: "jobs", query) { JobID($0.integer(0)) }
  }

  private func select<Value>(
    _ columns: String, from source: String, _ query: JobQuery, _ read: (PostgresRow) throws -> Value
  ) throws -> [Value] {
    let limit = max(0, query.limit ?? .max)
    guard limit > 0, !(query.states?.isEmpty ?? false) else { return [] }
    let filter = JobFilter(query)
    func page(_ part: String, by order: String, _ offset: Int, _ limit: Int) throws -> [Value] {
      var filter = filter
      if !part.isEmpty { filter.conditions.append(part) }
      // The maximum means no limit, which is NULL in SQL.
      let most = filter.bind(.integer(limit == .max ? nil : Int64(limit)))
      let skip = filter.bind(.integer(Int64(offset)))
      let sql =
        "SELECT \(columns) FROM \(source) WHERE \(filter.text) ORDER BY \(order) "
        + "LIMIT \(most) OFFSET \(skip)"
      return try db.rows(sql, filter.parameters).map(read)
    }
    let offset = max(0, query.offset)
    switch query.order {
    case .oldestFirst: return try page("", by: "jobs.id", offset, limit)
    case .newestFirst: return try page("", by: "jobs.id DESC", offset, limit)
    case .queue: break
    }
    // Unfinished jobs are read first, then finished jobs. Each part has its own index.
    var found: [Value] = []
    var skip = offset
    if query.states?.contains(where: { !$0.isFinished }) ?? true {
      let order = "jobs.lane, priority DESC, position, jobs.id"
      // The end of a long queue is read backwards, because the server reads all rows before an
      // offset.
      if offset > 1_000, limit < .max, let end = try unfinished(query), offset > end / 2,
        offset < end
      {
        let backwards = "jobs.lane DESC, priority, position DESC, jobs.id DESC"
        let count = min(limit, end - offset)
        found = try page("NOT done", by: backwards, end - offset - count, count).reversed()
      } else {
        found = try page("NOT done", by: order, offset, limit)
      }
      skip = found.isEmpty && offset > 0 ? max(0, offset - (try count(filter, "NOT done"))) : 0
    }
    if query.states?.contains(where: \.isFinished) ?? true, found.count < limit {
      let rest = limit == .max ? limit : limit - found.count
      found += try page("done", by: "ended DESC, jobs.id DESC", skip, rest)
    }
    return found
  }

  /// Returns the number of unfinished jobs that match a query, or nil if each must be counted.
  private func unfinished(_ query: JobQuery) throws -> Int? {
    let all = Set(JobState.Word.allCases.filter { !$0.isFinished })
    let states = query.states.map(all.intersection) ?? all
    guard
      query
        == JobQuery(
          part: query.part, states: query.states, lane: query.lane, workspaces: query.workspaces,
          order: query.order, offset: query.offset, limit: query.limit),
      query.part == .all || query.part == .alone && query.lane == nil
    else { return nil }
    return try count(
      matching: JobQuery(
        part: query.part, states: states, lane: query.lane, workspaces: query.workspaces))
  }

  func count(matching query: JobQuery) throws -> Int {
    if query.states?.isEmpty ?? false { return 0 }
    // The tallies contain the counts for a query by lanes or states, so no job is read.
    if query == JobQuery(part: .alone, states: query.states, workspaces: query.workspaces) {
      return try tally(query) - rowTally(query)
    }
    let isTallied =
      query.ids == nil && query.scheduling == nil && query.after == nil && query.part == .all
      && query.texts.isEmpty && query.excluded.isEmpty
    return try isTallied ? tally(query) : count(JobFilter(query), "")
  }

  private func count(_ filter: JobFilter, _ part: String) throws -> Int {
    var filter = filter
    if !part.isEmpty { filter.conditions.append(part) }
    return try number("SELECT count(*) FROM jobs WHERE \(filter.text)", filter)
  }

  private func tally(_ query: JobQuery) throws -> Int {
    var filter = JobFilter()
    filter.addStates(of: query)
    filter.addLanes(of: query)
    return try number("SELECT sum(jobs)::bigint FROM tallies WHERE \(filter.text)", filter)
  }

  /// Returns the number of batch rows. Reads the lane of only one job per batch, because a batch
  /// belongs to one workspace.
  private func rowTally(_ query: JobQuery) throws -> Int {
    var filter = JobFilter()
    filter.addStates(of: query)
    var lanes = filter
    lanes.conditions = []
    lanes.addLanes(of: query)
    let condition =
      lanes.conditions.isEmpty
      ? ""
      : " AND graph IN (SELECT graph FROM batches WHERE EXISTS (SELECT 1 FROM (SELECT lane "
        + "FROM jobs WHERE id BETWEEN first AND last LIMIT 1) one WHERE \(lanes.text)))"
    return try number(
      "SELECT sum(jobs)::bigint FROM rowCounts WHERE \(filter.text)\(condition)", lanes)
  }

  private func number(_ sql: String, _ filter: JobFilter) throws -> Int {
    Int(try db.rows(sql, filter.parameters).first?.integer(0) ?? 0)
  }
}

/// The conditions of a query as SQL text, and their values.
private struct JobFilter {
  var conditions: [String] = []
  private(set) var parameters: [PostgresValue] = []

  init() {}

  init(_ query: JobQuery) {
    conditions.append("deletedAt IS NULL")
    if let ids = query.ids { addIDs(ids, "= ANY") }
    if query.states == [.running] {
      conditions.append("jobs.id IN (SELECT job FROM running)")
    }
    addStates(of: query)
    addLanes(of: query)
    if !query.excluded.isEmpty { addIDs(query.excluded, "<> ALL") }
    if let after = query.after { conditions.append("jobs.id > \(bind(.integer(after.rawValue)))") }
    if let scheduling = query.scheduling {
      // The index of immediate jobs is used only for this text.
      conditions.append("scheduling = \(scheduling.rawValue)")
      if scheduling == .immediate, !(query.states?.contains(where: \.isFinished) ?? true) {
        conditions.append("NOT done")
      }
    }
    for text in query.texts { addText(text) }
    switch query.part {
    case .all: break
    case .alone:
      conditions.append(
        "NOT EXISTS (SELECT 1 FROM (SELECT last FROM batches WHERE first <= jobs.id "
          + "ORDER BY first DESC LIMIT 1) batch WHERE last >= jobs.id)")
    case .span(let span):
      let (low, high) = (span.lowerBound.rawValue, span.upperBound.rawValue)
      conditions.append("jobs.id BETWEEN \(bind(.integer(low))) AND \(bind(.integer(high)))")
    }
  }

  var text: String { conditions.isEmpty ? "true" : conditions.joined(separator: " AND ") }

  /// Adds a value. Returns its name in the SQL text.
  mutating func bind(_ value: PostgresValue) -> String {
    parameters.append(value)
    return "$\(parameters.count)"
  }

  private mutating func addIDs(_ ids: [JobID], _ comparison: String) {
    conditions.append("jobs.id \(comparison)(\(bind(.integers(ids.map(\.rawValue)))))")
  }

  mutating func addStates(of query: JobQuery) {
    guard let states = query.states else { return }
    conditions.append("state = ANY(\(bind(.integers(states.map(\.code).sorted()))))")
  }

  mutating func addLanes(of query: JobQuery) {
    if let lane = query.lane {
      conditions.append(
        "lane = (SELECT id FROM lanes WHERE workspace = \(bind(.text(lane.workspace))) "
          + "AND name = \(bind(.text(lane.name))))")
    } else if let workspaces = query.workspaces {
      conditions.append(
        "lane = ANY(ARRAY(SELECT id FROM lanes "
          + "WHERE workspace = ANY(\(bind(.texts(workspaces.sorted()))))))")
    }
  }

  /// Adds the condition that the URL, the name or the lane contains a text. The collation `C`
  /// ignores the case of ASCII letters only, as SQLite does.
  private mutating func addText(_ text: String) {
    let special: Set<UInt8> = [UInt8(ascii: "%"), UInt8(ascii: "_"), UInt8(ascii: "\\")]
    let escaped = text.utf8.flatMap { special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
    let holds =
      "COLLATE \"C\" ILIKE \(bind(.text("%" + String(decoding: escaped, as: UTF8.self) + "%")))"
    conditions.append(
      "(url \(holds) OR jobs.name \(holds) "
        + "OR lane = ANY(ARRAY(SELECT id FROM lanes WHERE lanes.name \(holds))))")
  }
}

// MARK: Jobs before a job

extension PostgresTables {
  /// Returns the number of jobs that wait before each given job in the job's lane. All given jobs
  /// must be waiting. The jobs of held batches are not counted.
  func waitingAhead(of jobs: [Job]) throws -> [JobID: Int] {
    var ahead: [JobID: Int] = [:]
    for (lane, jobs) in Dictionary(grouping: jobs, by: \.lane) {
      let sorted = jobs.sorted {
        ($1.priority, $0.position, $0.id) < ($0.priority, $1.position, $1.id)
      }
      // Each job is counted from the one before it, so no part of the lane is read twice. Each of
      // the counts is a range of the index `unfinished`.
      let rows = try db.rows(Self.countAhead, Self.parameters(lane, sorted))
      var count = 0
      for row in rows {
        count += Int(row.integer(1))
        ahead[JobID(row.integer(0))] = count
      }
    }
    return ahead
  }

  /// Counts the jobs between a job and the one before it: those with the job's priority, those
  /// with the priority of the one before it, if that differs, and those between the priorities.
  private static let countAhead = """
    WITH l AS MATERIALIZED (SELECT id, EXISTS (SELECT 1 FROM batches \
    WHERE held = \(GraphRun.Instruction.hold.rawValue)) AS hasHeld FROM lanes \
    WHERE workspace = $1 AND name = $2) \
    SELECT g.id, (SELECT count(*) \(waiting) AND priority = g.priority \
    AND (position, j.id) >= (g.low, g.lowID) AND (position, j.id) < (g.position, g.id)) \
    + CASE WHEN g.above IS NULL THEN 0 ELSE \
    (SELECT count(*) \(waiting) AND priority < g.above AND priority > g.priority) END \
    + CASE WHEN g.after IS NULL THEN 0 ELSE \
    (SELECT count(*) \(waiting) AND priority = g.above \
    AND (position, j.id) >= (g.after, g.afterID)) END \
    FROM unnest($3::bigint[], $4::bigint[], $5::double precision[], $6::double precision[], \
    $7::bigint[], $8::bigint[], $9::double precision[], $10::bigint[]) WITH ORDINALITY \
    AS g(id, priority, position, low, lowID, above, after, afterID, n) ORDER BY n
    """

  private static let waiting = """
    FROM jobs j WHERE NOT done AND state = 1 AND lane = (SELECT id FROM l) \
    AND (NOT (SELECT hasHeld FROM l) OR NOT EXISTS (SELECT 1 FROM batches \
    WHERE held = \(GraphRun.Instruction.hold.rawValue) AND j.id BETWEEN first AND last))
    """

  /// Each job is passed with the one before it, at which its count begins. The first one has the
  /// highest priority before it.
  private static func parameters(_ lane: LaneKey, _ jobs: [Job]) -> [PostgresValue] {
    let before = [nil] + jobs.dropLast().map(Optional.some)
    let pairs = zip(jobs, before)
    let same = pairs.map { job, last in last?.priority == job.priority ? last : nil }
    let other = pairs.map { job, last in last?.priority == job.priority ? nil : last }
    let above = pairs.map { job, last -> Int64? in
      last?.priority == job.priority ? nil : Int64(last?.priority ?? .max)
    }
    return [
      .text(lane.workspace), .text(lane.name), .integers(jobs.map(\.id.rawValue)),
      .integers(jobs.map { Int64($0.priority) }), .reals(jobs.map(\.position)),
      .reals(same.map { $0?.position ?? -.infinity }),
      .integers(same.map { $0?.id.rawValue ?? 0 }), .integers(above),
      .reals(other.map { $0?.position }), .integers(other.map { $0?.id.rawValue }),
    ]
  }
}
