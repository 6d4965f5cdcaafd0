import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func lanes() async throws(Failure) -> [LaneTally] {
    try await read { tables in try tables.tallies().map(\.tally) }
  }

  public func changeLane(
    _ key: LaneKey, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> Lane {
    try await write { turn in
      let id = try turn.lane(key)
      let query = try Query(turn.db, "SELECT \(StoreTables.laneColumns) FROM lanes WHERE id = ?1")
      query.bind(1, id)
      guard let before = try query.first({ try StoreTables.lane($0).lane }) else {
        throw Failure.damaged("a lane is missing")
      }
      return try turn.change(lane: id, from: before, decide)
    }
  }
}
