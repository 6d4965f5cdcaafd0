public import ClientModel

/// Stores lanes.
public protocol LaneStore: Sendable {
  /// Returns all lanes that were ever used. Each has the number of its jobs in each state.
  /// `LaneKey.future` is included if it was ever changed.
  ///
  /// A new lane gets the pause of `LaneKey.future` in the same transaction.
  func lanes() async throws(Failure) -> [LaneTally]

  /// Changes lanes in one transaction. `decide` changes each lane in place.
  ///
  /// - Parameter keys: The lanes to change. Lanes that do not exist are created. Nil selects all
  ///   lanes and `LaneKey.future`, so that lanes created later are affected too.
  /// - Returns: The lanes after the change. If `keys` is nil, only the changed lanes.
  func changeLanes(
    _ keys: [LaneKey]?, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> [Lane]
}

extension LaneStore {
  /// Changes one lane. If it does not exist, it is created.
  func changeLane(
    _ key: LaneKey, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> Lane {
    guard let lane = try await changeLanes([key], decide).first else {
      preconditionFailure("A store returned no lane for a key.")
    }
    return lane
  }
}
