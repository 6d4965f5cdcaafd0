public import ClientModel

/// The part of a store for lanes.
public protocol LaneStore: Sendable {
  /// Returns every lane that was ever used, with the number of its jobs in each state, and
  /// `LaneKey.future` if it was ever changed. A new lane gets the pause of `LaneKey.future` in the
  /// same transaction.
  func lanes() async throws(Failure) -> [LaneTally]

  /// Reads lanes, calls `decide` to change each of them, and writes them, in one transaction.
  ///
  /// - Parameter keys: The lanes to change. Lanes that do not exist are created. Nil selects all
  ///   lanes, including lanes that are created later (`LaneKey.future`).
  /// - Returns: The lanes after the change. If `keys` is nil, only the lanes that changed.
  func changeLanes(
    _ keys: [LaneKey]?, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> [Lane]
}

extension LaneStore {
  /// Changes one lane. The lane is created if it does not exist.
  func changeLane(
    _ key: LaneKey, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> Lane {
    guard let lane = try await changeLanes([key], decide).first else {
      preconditionFailure("A store returned no lane for a key.")
    }
    return lane
  }
}
