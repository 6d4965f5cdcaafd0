import ClientCore
import ClientModel
import ClientStore
import Synchronization

/// A reader of rows through one connection, within one transaction.
final class PostgresTables {
  let db: PostgresConnection
  package let coder: RecordCoder
  private let laneNames: LaneNames

  init(_ db: PostgresConnection, coder: RecordCoder, laneNames: LaneNames) {
    (self.db, self.coder, self.laneNames) = (db, coder, laneNames)
  }

  /// The keys of lanes by their row ids, which never change.
  final class LaneNames: Sendable {
    fileprivate let keys = Mutex<[Int64: LaneKey]>([:])
  }

  func row(_ row: PostgresRow) throws -> PostgresJob {
    try PostgresJob(row, coder: coder, key: laneKey)
  }

  private func laneKey(_ id: Int64) throws -> LaneKey {
    if let key = laneNames.keys.withLock({ $0[id] }) { return key }
    let all = try lanes().map { ($0.id, $0.lane.key) }
    laneNames.keys.withLock { keys in for (id, key) in all { keys[id] = key } }
    return laneNames.keys.withLock { $0[id] } ?? LaneKey(name: "missing")
  }

  /// Reads jobs by their ids, sorted by id. Unknown and deleted jobs are omitted.
  func jobs(_ ids: [JobID]) throws -> [PostgresJob] {
    try db.rows(
      """
      SELECT \(PostgresJob.columns) FROM \(PostgresJob.source) \
      WHERE jobs.id = ANY($1) AND deletedAt IS NULL ORDER BY jobs.id
      """, [.integers(ids.map(\.rawValue))]
    ).map(row)
  }

  func revision() throws -> Int64 {
    try db.rows("SELECT revision FROM meta").first?.integer(0) ?? 0
  }

  func requests(of id: JobID) throws -> JobRequests? {
    let found = try db.rows(
      """
      SELECT request, hop FROM jobs JOIN requests ON requests.job = id \
      LEFT JOIN hops ON hops.job = id WHERE id = $1 AND deletedAt IS NULL
      """, [.integer(id.rawValue)])
    return try found.first.map { row in
      try coder.requests(row.blob(0), hop: row.isNull(1) ? nil : row.blob(1), of: id)
    }
  }

  /// Reads the attempts of jobs that are not deleted, oldest first.
  func attempts(of ids: [JobID]) throws -> [JobID: [Attempt]] {
    let found = try db.rows(
      """
      SELECT a.id, facts, result FROM jobs JOIN LATERAL (SELECT id, facts FROM attempts \
      WHERE id > jobs.id << 20 AND id < jobs.id + 1 << 20) a ON true \
      LEFT JOIN results ON results.id = a.id \
      WHERE jobs.id = ANY($1) AND deletedAt IS NULL ORDER BY a.id
      """, [.integers(ids.map(\.rawValue))])
    var attempts: [JobID: [Attempt]] = [:]
    for row in found {
      let id = AttemptID(key: row.integer(0))
      attempts[id.job, default: []].append(
        try coder.attempt(row.blob(1), result: row.isNull(2) ? nil : row.blob(2), id: id))
    }
    return attempts
  }

  // MARK: Lanes

  static let laneColumns = "id, workspace, name, pause, lim, rate, held"

  static func lane(_ row: PostgresRow) -> (id: Int64, lane: Lane) {
    let lane = Lane(
      key: LaneKey(workspace: row.text(1) ?? "", name: row.text(2) ?? ""),
      pause: Lane.Pause(rawValue: UInt8(truncatingIfNeeded: row.integer(3))) ?? .byUser,
      pausedSince: Lane.pausedSince(inColumn: row.integer(3)), limit: Int(row.integer(4)),
      rate: row.isNull(5) ? nil : row.real(5),
      heldUntil: row.isNull(6) ? nil : Timestamp(milliseconds: row.integer(6)))
    return (row.integer(0), lane)
  }

  /// Returns all lanes and their row ids, sorted by row id.
  func lanes() throws -> [(id: Int64, lane: Lane)] {
    try db.rows("SELECT \(Self.laneColumns) FROM lanes ORDER BY id").map(Self.lane)
  }

  /// Returns every lane with the number of its jobs in each state.
  ///
  /// - Parameter changes: The counts of the current transaction that are not written yet.
  func tallies(
    with changes: [PostgresTransaction.CountKey: Int64] = [:]
  ) throws -> [(id: Int64, tally: LaneTally)] {
    var counts: [Int64: [JobState.Word: Int]] = [:]
    for row in try db.rows("SELECT lane, state, jobs FROM tallies WHERE jobs <> 0") {
      guard let word = JobState.Word(code: row.integer(1)) else { continue }
      counts[row.integer(0), default: [:]][word] = Int(row.integer(2))
    }
    for (key, change) in changes where change != 0 {
      counts[key.owner, default: [:]][key.state, default: 0] += Int(change)
    }
    return try lanes().map { id, lane in
      (id, LaneTally(lane: lane, counts: (counts[id] ?? [:]).filter { $0.value != 0 }))
    }
  }
}
