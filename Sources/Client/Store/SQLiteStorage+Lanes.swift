public import ClientCore
public import ClientModel
import GRDB

extension SQLiteStorage {
  public func lanes() async throws(Failure) -> [LaneTally] {
    try await read { shelf in
      var counts: [Int64: [JobState.Word: Int]] = [:]
      try Query(shelf.db, "SELECT lane, state, jobs FROM tallies WHERE jobs <> 0").eachRow { row in
        guard let word = JobState.Word(code: row.integer(1)) else { return }
        counts[row.integer(0), default: [:]][word] = Int(row.integer(2))
      }
      var tallies: [LaneTally] = []
      try Query(shelf.db, "SELECT \(Shelf.laneColumns) FROM lanes ORDER BY id").eachRow { row in
        let (id, lane) = try Shelf.lane(row)
        tallies.append(LaneTally(lane: lane, counts: counts[id] ?? [:]))
      }
      return tallies
    }
  }

  public func changeLane(
    _ key: LaneKey, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> Lane {
    try await write { turn in
      let id = try turn.lane(key)
      let query = try Query(turn.db, "SELECT \(Shelf.laneColumns) FROM lanes WHERE id = ?1")
      query.bind(1, id)
      guard let before = try query.first({ try Shelf.lane($0).lane }) else {
        throw Failure.damaged("a lane is missing")
      }
      var lane = before
      decide(&lane)
      lane.key = key
      guard lane != before else { return lane }
      let update = try Query(
        turn.db,
        "UPDATE lanes SET pause = ?2, lim = ?3, rate = ?4, held = ?5, revision = ?6 WHERE id = ?1")
      update.bind(1, id)
      update.bind(2, Int64(lane.pause.rawValue))
      update.bind(3, Int64(lane.limit))
      update.bind(4, lane.rate)
      update.bind(5, lane.heldUntil?.milliseconds)
      update.bind(6, turn.nextRevision())
      try update.run()
      return lane
    }
  }

  public func cookies(in jar: CookieJarKey) async throws(Failure) -> [String] {
    try await read { shelf in try shelf.cookies(in: jar) }
  }

  public func setCookies(_ lines: [String], in jar: CookieJarKey) async throws(Failure) {
    try await write { turn in
      var writer = ByteWriter(for: jar.place, vault: turn.shelf.vault)
      let query: Query
      if lines.isEmpty {
        query = try Query(
          turn.db, "DELETE FROM cookies WHERE workspace = ?1 AND environment = ?2")
      } else {
        try writer.secret(lines.joined(separator: "\n"))
        query = try Query(turn.db, "INSERT OR REPLACE INTO cookies VALUES(?1, ?2, ?3)")
        query.bind(3, Record.close(&writer))
      }
      query.bind(1, jar.workspace)
      query.bind(2, jar.environment)
      try query.run()
      _ = turn.nextRevision()
    }
  }
}

extension CookieJarKey {
  var place: RowPlace { .cookies(workspace: workspace, environment: environment) }
}
