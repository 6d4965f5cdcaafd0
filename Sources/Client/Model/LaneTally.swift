/// A lane with the number of its jobs in each state; states with none are absent.
public struct LaneTally: Hashable, Sendable {
  /// The lane.
  public var lane: Lane
  /// How many of its jobs are in each state; a state without jobs may be missing.
  public var counts: [JobState.Word: Int]

  /// Creates a tally.
  public init(lane: Lane, counts: [JobState.Word: Int]) {
    self.lane = lane
    self.counts = counts
  }
}
