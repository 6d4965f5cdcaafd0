public import ClientModel

/// Reads and changes lanes.
public protocol LaneStore: Sendable {
  /// Every lane that was ever used, with the number of its jobs in each state; also `LaneKey.future`, once it
  /// was changed. A lane that is made takes over the pause of that one, in the same transaction.
  func lanes() async throws(Failure) -> [LaneTally]

  /// Reads a lane, lets `decide` change it, and writes it, in one transaction. Makes the lane if there is
  /// none.
  ///
  /// - Returns: The lane after the change.
  func changeLane(
    _ key: LaneKey, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> Lane
}
