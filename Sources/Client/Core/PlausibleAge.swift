public import ClientModel

/// Checks whether an end time is reliable enough to determine the age of a job or graph.
///
/// Jobs are numbered in the order in which they are added. If a job ended before a job with a lower
/// number was added, the clock was set back. The age is then unknown, and retention does not delete
/// the job because of its age.
public struct PlausibleAge: Sendable {
  /// The maximum tolerated difference. Smaller differences come from different processes or from
  /// adjustments of the clock.
  private static let tolerance = Duration.seconds(86_400)

  /// The latest creation time so far.
  private var latest = Timestamp(milliseconds: .min)

  /// Creates a check that has seen no jobs.
  public init() {}

  /// Returns whether an end time is plausible. Must be called for all jobs in ascending order of
  /// their ids.
  public mutating func isPlausible(created: Timestamp, ended: Timestamp) -> Bool {
    latest = max(latest, created)
    return ended.advanced(by: Self.tolerance) >= latest
  }
}
