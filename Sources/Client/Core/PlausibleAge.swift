public import ClientModel

/// Decides whether the time stamp of a job or graph that has ended says how old it is.
///
/// Jobs are numbered in the order in which they are added. One that ended before another with a lower number was
/// added ended while the clock was set back: its age is unknown, and retention does not delete it for its age.
public struct PlausibleAge: Sendable {
  /// Smaller differences are those between processes, or adjustments of the clock.
  private static let tolerance = Duration.seconds(86_400)

  /// The latest addition of those that were asked about.
  private var latest = Timestamp(milliseconds: .min)

  /// Creates a decision that no job has been asked about.
  public init() {}

  /// Whether the stamp of an end is plausible. Call this for every job, with ascending numbers.
  public mutating func isPlausible(created: Timestamp, ended: Timestamp) -> Bool {
    latest = max(latest, created)
    return ended.advanced(by: Self.tolerance) >= latest
  }
}
