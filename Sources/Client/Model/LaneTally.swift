/// A lane with the number of its jobs in each state; states with none are absent.
public struct LaneTally: Hashable, Sendable {
  public var lane: Lane
  public var counts: [JobState.Word: Int]

  public init(lane: Lane, counts: [JobState.Word: Int]) {
    self.lane = lane
    self.counts = counts
  }
}
