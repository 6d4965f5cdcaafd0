/// A lane and the number of its jobs in each state.
public struct LaneTally: Hashable, Sendable {
  /// The lane.
  public var lane: Lane
  /// The number of jobs in each state. States that have no jobs may be missing.
  public var counts: [JobState.Word: Int]

  /// Creates a tally.
  public init(lane: Lane, counts: [JobState.Word: Int]) {
    self.lane = lane
    self.counts = counts
  }
}
