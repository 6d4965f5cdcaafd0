import ClientCore
import ClientModel

/// Functions that start the first jobs of lanes, for one of several queue runners.
///
/// The limit of a lane is exact: a start locks a free slot, and other queue runners skip locked
/// slots and jobs. The lane itself is locked against changes, so that no job starts after a pause
/// was committed.
extension PostgresTransaction {
  /// A locked lane from which jobs may start.
  private struct OpenLane {
    var id: Int64
    var count: Int
    /// The rate, and the time of the next start by the server's clock, in milliseconds.
    var pace: (rate: Double, opens: Double)?
  }

  /// Starts jobs.
  ///
  /// - Parameter locked: The rows that `addLocks(ofLanesIn:)` returned.
  func take(
    _ takes: [LaneTake], from locked: [PostgresRow], noting started: inout [JobID: StartedJob]
  ) throws {
    guard let at = takes.first?.at else { return }
    let lanes = try openLanes(takes, locked, at: at)
    if lanes.isEmpty { return }
    // Slots that became free in this batch can be taken at once.
    try flush()
    try db.add(
      Self.takeJobs,
      [
        .integers(lanes.map(\.id)), .integers(lanes.map { Int64($0.count) }),
        .integer(at.milliseconds),
      ])
    try db.add(Self.takenRequests, [.integers(lanes.map(\.id))])
    let results = Array(try db.run().suffix(2))
    try load(results[0])
    let stored = Self.startBytes(results[1])
    var counts: [Int64: Int] = [:]
    for result in results[0] {
      guard let row = self[JobID(result.integer(0))] else { continue }
      let attempt = AttemptID(job: row.job.id, number: row.job.attempts + 1)
      if mayStart(row), let job = try start(row, stored[row.job.id], at: at) {
        started[row.job.id] = job
        counts[row.lane, default: 0] += 1
      } else {
        moveSlot(of: row, from: attempt, to: nil)
      }
    }
    for lane in lanes {
      guard let (rate, opens) = lane.pace, let count = counts[lane.id] else { continue }
      try db.add(
        "UPDATE lanes SET opens = $2 WHERE id = $1",
        [.integer(lane.id), .real(opens + Double(count) * 1000 / rate)])
    }
  }

  // MARK: Lanes

  /// Locks the lanes without a rate with the next statement. Their rows are its result.
  func addLocks(ofLanesIn takes: [LaneTake]) throws {
    try db.add(
      Self.lanes + " AND rate IS NULL AND surplus = 0 \(Self.share)", Self.keys(of: takes))
  }

  private static func keys(of takes: [LaneTake]) -> [PostgresValue] {
    [.texts(takes.map(\.lane.workspace)), .texts(takes.map(\.lane.name))]
  }

  /// Locks the other lanes, and returns the lanes from which jobs may start.
  private func openLanes(
    _ takes: [LaneTake], _ locked: [PostgresRow], at now: Timestamp
  ) throws -> [OpenLane] {
    var rows = locked
    if rows.count < takes.count {
      rows += try db.rows(
        Self.lanes + " AND (rate IS NOT NULL OR surplus > 0) \(Self.update)",
        Self.keys(of: takes))
    }
    let counts = Dictionary(takes.map { ($0.lane, $0.count) }, uniquingKeysWith: +)
    return try rows.compactMap { row in
      let (id, lane) = PostgresTables.lane(row)
      guard let count = counts[lane.key], !lane.isPaused else { return nil }
      let clock = row.real(9)
      if let held = lane.heldUntil, held > min(now, Timestamp(milliseconds: Int64(clock))) {
        return nil
      }
      if row.integer(7) > 0, try resize(lane: id, to: lane.limit) > 0 { return nil }
      guard let rate = lane.rate, rate > 0 else { return OpenLane(id: id, count: count) }
      let (most, opens) = Self.starts(rate: rate, opens: row.real(8), at: clock)
      return most == 0
        ? nil : OpenLane(id: id, count: min(count, most), pace: (rate: rate, opens: opens))
    }
  }

  /// Returns how many jobs may start by the rate of a lane, and the time from which they count.
  ///
  /// A start that was delayed by at most a quarter of a second does not delay the next one. The
  /// lane is then at most one start ahead of its rate.
  static func starts(
    rate: Double, opens: Double, at now: Double
  ) -> (most: Int, opens: Double) {
    let pause = 1000 / rate
    let base = max(opens, now - min(pause, 250))
    return base > now ? (0, base) : (Int((now - base) / pause) + 1, base)
  }

  /// Makes the number of slots equal to the limit of a locked lane. Slots in use remain.
  ///
  /// - Returns: The number of remaining slots above the limit.
  @discardableResult
  func resize(lane: Int64, to limit: Int) throws -> Int64 {
    try db.rows(
      """
      WITH r AS (SELECT count(*) AS number, coalesce(max(n), 0) AS last FROM slots \
      WHERE lane = $1), \
      i AS (INSERT INTO slots(lane, n) \
      SELECT $1, last + g FROM r, generate_series(1, $2 - number) g), \
      f AS (SELECT n FROM slots WHERE lane = $1 AND attempt IS NULL ORDER BY n DESC \
      LIMIT greatest(0, (SELECT number FROM r) - $2) FOR UPDATE), \
      d AS (DELETE FROM slots WHERE lane = $1 AND n IN (SELECT n FROM f) RETURNING 1) \
      UPDATE lanes SET surplus = \
      greatest(0, (SELECT number FROM r) - $2 - (SELECT count(*) FROM d)) \
      WHERE id = $1 RETURNING surplus
      """, [.integer(lane), .integer(Int64(max(0, limit)))]
    ).first?.integer(0) ?? 0
  }

  // MARK: Statements

  private static let lanes = """
    SELECT \(PostgresTables.laneColumns), surplus, opens, \
    (extract(epoch FROM clock_timestamp()) * 1000)::double precision FROM lanes \
    WHERE (workspace, name) IN (SELECT * FROM unnest($1::text[], $2::text[]))
    """
  private static let share = "ORDER BY id FOR SHARE"
  private static let update = "ORDER BY id FOR UPDATE"

  /// Takes free slots and the first jobs for them. Locked rows belong to other queue runners.
  ///
  /// The rows of the jobs are those that were locked, which may be newer than the snapshot of the
  /// statement. An immediate job belongs to the process that added or retries it, while that
  /// process is alive.
  private static let takeJobs = """
    WITH w AS MATERIALIZED (SELECT * FROM unnest($1::bigint[], $2::bigint[]) w(lane, most)), \
    s AS MATERIALIZED (SELECT s.lane, s.n FROM w CROSS JOIN LATERAL (SELECT lane, n FROM slots \
    WHERE slots.lane = w.lane AND attempt IS NULL ORDER BY n LIMIT w.most \
    FOR UPDATE SKIP LOCKED) s), \
    c AS MATERIALIZED (SELECT lane, array_agg(n) AS ns, count(*) AS most FROM s GROUP BY lane), \
    jobs AS MATERIALIZED (SELECT j.*, c.ns[row_number() OVER (PARTITION BY c.lane)] AS slot \
    FROM c CROSS JOIN LATERAL (SELECT * FROM jobs WHERE jobs.lane = c.lane AND NOT done \
    AND ready <= least($3, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) \
    AND deletedAt IS NULL AND (scheduling = 0 OR NOT EXISTS (SELECT 1 FROM runners \
    WHERE lease > clock_timestamp() AND (jobs.attempts = 0 AND since = created \
    AND runners.id = (SELECT owner FROM adders WHERE job = jobs.id) \
    OR jobs.attempts > 0 AND ready > 0 AND runners.id = \
    (SELECT owner FROM attempts a WHERE a.id = jobs.id << 20 | jobs.attempts)))) \
    AND NOT EXISTS (SELECT 1 FROM (SELECT last, held FROM batches WHERE first <= jobs.id \
    ORDER BY first DESC LIMIT 1) b WHERE b.last >= jobs.id AND b.held <> 0) \
    ORDER BY priority DESC, position, id LIMIT c.most FOR UPDATE OF jobs SKIP LOCKED) j), \
    u AS (UPDATE slots SET attempt = jobs.id << 20 | jobs.attempts + 1 FROM jobs \
    WHERE slots.lane = jobs.lane AND slots.n = jobs.slot) \
    SELECT \(PostgresJob.columns) FROM \(PostgresJob.source)
    """

  /// Reads the requests of the jobs that were just taken. A statement of its own sees requests that
  /// other processes changed until their jobs were locked.
  private static let takenRequests = """
    SELECT requests.job, request, hop FROM slots JOIN requests ON requests.job = attempt >> 20 \
    LEFT JOIN hops ON hops.job = requests.job WHERE lane = ANY($1) AND attempt IS NOT NULL \
    AND NOT EXISTS (SELECT 1 FROM attempts WHERE attempts.id = attempt)
    """
}
