package import ClientModel

/// The running jobs of a lane and the durations of the latest ones that ended.
package struct LaneActivity: Hashable, Sendable {
  /// The durations of the latest jobs, oldest first.
  package private(set) var durations: [Duration]
  /// The start times of the running jobs that use a slot of the lane.
  package var running: [Timestamp]

  /// The maximum number of durations.
  private static let most = 32

  package init(durations: [Duration] = [], running: [Timestamp] = []) {
    self.durations = durations.suffix(Self.most)
    self.running = running
  }

  /// Adds the duration of a job that has just ended.
  package mutating func add(_ duration: Duration) {
    if durations.count == Self.most { durations.removeFirst() }
    durations.append(duration)
  }

  /// The median of the durations, or nil if there are none.
  package var median: Duration? {
    durations.isEmpty ? nil : durations.sorted()[durations.count / 2]
  }
}
