import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func lanes() async throws(Failure) -> [LaneTally] {
    try await read { tables in try tables.tallies().map(\.tally) }
  }

  public func changeLanes(
    _ keys: [LaneKey]?, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> [Lane] {
    try await write { turn in
      if let keys {
        return try keys.map { key in
          let id = try turn.lane(key)
          guard let before = try turn.tables.lanes("WHERE id = \(id)").first?.lane else {
            throw Failure.damaged("a lane is missing")
          }
          return try turn.change(lane: id, from: before, decide)
        }
      }
      var lanes = try turn.tables.lanes()
      if !lanes.contains(where: { $0.lane.key == .future }) {
        var future = Lane(key: .future)
        decide(&future)
        if future != Lane(key: .future) {
          lanes.append((try turn.lane(.future), Lane(key: .future)))
        }
      }
      return try lanes.compactMap { id, before in
        let lane = try turn.change(lane: id, from: before, decide)
        return lane == before ? nil : lane
      }
    }
  }
}

extension StoreTables {
  /// Returns lanes and their row ids, sorted by row id.
  ///
  /// - Parameter condition: An SQL clause that selects lanes. An empty clause selects all lanes.
  func lanes(_ condition: String = "") throws -> [(id: Int64, lane: Lane)] {
    var lanes: [(id: Int64, lane: Lane)] = []
    try Query(db, "SELECT \(StoreTables.laneColumns) FROM lanes \(condition) ORDER BY id")
      .eachRow { row in lanes.append(try StoreTables.lane(row)) }
    return lanes
  }
}

extension Lane {
  /// The value of the column `pause`. The lowest 8 bits are the reason, and the other bits are the
  /// start in milliseconds. Versions of Weir that do not know the start read only the lowest bits.
  package var pauseColumn: Int64 { Int64(pause.rawValue) | (pausedSince?.milliseconds ?? 0) << 8 }

  package static func pausedSince(inColumn column: Int64) -> Timestamp? {
    column >> 8 == 0 ? nil : Timestamp(milliseconds: column >> 8)
  }
}
