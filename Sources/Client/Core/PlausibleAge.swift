public import ClientModel

/// A check of whether the end time of a job or graph is reliable enough to determine its age.
///
/// Jobs are numbered in the order in which they are added. If a job ended before a job with a lower
/// number was added, the clock was set back. In this case, the age is unknown, and retention does
/// not delete the job because of its age.
public struct PlausibleAge: Sendable {
  /// The maximum tolerated difference. Smaller differences occur between processes, or come from
  /// adjustments of the clock.
  private static let tolerance = Duration.seconds(86_400)

  /// The latest creation time so far.
  private var latest = Timestamp(milliseconds: .min)

  /// Creates a check that has seen no job yet.
  public init() {}

  /// Returns whether an end time is plausible. Must be called for every job, with ascending
  /// numbers.
  public mutating func isPlausible(created: Timestamp, ended: Timestamp) -> Bool {
    latest = max(latest, created)
    return ended.advanced(by: Self.tolerance) >= latest
  }
}
