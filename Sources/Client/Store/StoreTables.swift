import ClientModel

/// A reader of rows through one connection, within one transaction.
final class StoreTables {
  let db: Database
  let vault: Vault
  private var laneKeys: [Int64: LaneKey] = [:]
  private var knownBatches: BatchIndex?

  init(_ db: Database, vault: Vault) {
    self.db = db
    self.vault = vault
  }

  func job(_ id: JobID) throws -> JobRow? {
    let query = try Query(db, JobRow.select)
    query.bind(1, id.rawValue)
    return try query.first(row)
  }

  func row(_ query: Query) throws -> JobRow {
    try JobRow(query, vault: vault, key: laneKey)
  }

  /// Returns the batches as they were when the transaction started.
  func batches() throws -> BatchIndex {
    if let knownBatches { return knownBatches }
    let read = try BatchIndex(db)
    knownBatches = read
    return read
  }

  func laneKey(_ id: Int64) throws -> LaneKey {
    if let key = laneKeys[id] { return key }
    let query = try Query(db, "SELECT workspace, name FROM lanes WHERE id = ?1")
    query.bind(1, id)
    let key = try query.first { LaneKey(workspace: $0.text(0) ?? "", name: $0.text(1) ?? "") }
    guard let key else { throw Failure.damaged("the lane of a job is missing") }
    laneKeys[id] = key
    return key
  }

  func laneID(_ key: LaneKey) throws -> Int64? {
    let query = try Query(db, "SELECT id FROM lanes WHERE workspace = ?1 AND name = ?2")
    query.bind(1, key.workspace)
    query.bind(2, key.name)
    return try query.first { $0.integer(0) }
  }

  static let laneColumns = "id, workspace, name, pause, lim, rate, held"

  static func lane(_ row: Query) throws -> (id: Int64, lane: Lane) {
    guard let pause = Lane.Pause(rawValue: UInt8(truncatingIfNeeded: row.integer(3))) else {
      throw Failure.damaged("a lane's pause is unknown")
    }
    let lane = Lane(
      key: LaneKey(workspace: row.text(1) ?? "", name: row.text(2) ?? ""), pause: pause,
      pausedSince: Lane.pausedSince(inColumn: row.integer(3)), limit: Int(row.integer(4)),
      rate: row.isNull(5) ? nil : row.real(5),
      heldUntil: row.isNull(6) ? nil : Timestamp(milliseconds: row.integer(6)))
    return (row.integer(0), lane)
  }

  func request(of id: JobID) throws -> PreparedRequest? {
    try requestBytes(of: id).map { try request(of: id, in: $0) }
  }

  /// Reads the bytes of a job's request, followed by the sealed draft.
  private func requestBytes(of id: JobID) throws -> [UInt8]? {
    let query = try Query(db, "SELECT request FROM requests WHERE job = ?1")
    query.bind(1, id.rawValue)
    return try query.first { $0.blob(0) }
  }

  /// Decodes a job's request. Throws if the bytes are empty, which means that the request is
  /// missing.
  func request(of id: JobID, in bytes: [UInt8]) throws(Failure) -> PreparedRequest {
    if bytes.isEmpty { throw .damaged("the request is missing") }
    var reader = try Record.open(bytes, at: .request(of: id), vault: vault)
    return try PreparedRequest(from: &reader)
  }

  func requests(of id: JobID) throws -> JobRequests? {
    guard let (request, draft) = try sealedSource(of: id) else { return nil }
    let stored = try draft.flatMap { try StoredDraft($0, of: id, vault: vault) }
    return JobRequests(
      request: request, draft: stored?.draft(of: request), hop: try hop(of: id))
  }

  func sealedDraft(of id: JobID) throws -> [UInt8]? { try sealedSource(of: id)?.draft }

  private func sealedSource(
    of id: JobID
  ) throws -> (request: PreparedRequest, draft: [UInt8]?)? {
    guard let bytes = try requestBytes(of: id) else { return nil }
    var reader = try Record.open(bytes, at: .request(of: id), vault: vault)
    let request = try PreparedRequest(from: &reader)
    return (request, reader.isAtEnd ? nil : try reader.blob())
  }

  func attempts(of id: JobID) throws -> [Attempt] {
    let query = try Query(
      db,
      """
      SELECT id, facts, result FROM attempts LEFT JOIN results USING(id) \
      WHERE id > ?1 AND id < ?2 ORDER BY id
      """)
    query.bind(1, AttemptID(job: id, number: 0).key)
    query.bind(2, AttemptID(job: JobID(id.rawValue + 1), number: 0).key)
    var attempts: [Attempt] = []
    try query.eachRow { row in
      let id = AttemptID(key: row.integer(0))
      var reader = try Record.open(row.blob(1), at: .facts(of: id), vault: vault)
      var attempt = try Attempt(id: id, from: &reader)
      if !row.isNull(2) {
        var reader = try Record.open(row.blob(2), at: .result(of: id), vault: vault)
        attempt.result = try AttemptResult(from: &reader)
      }
      attempts.append(attempt)
    }
    return attempts
  }
}
