/// The pace of progress reports for a transfer. The first byte is reported at once, then ten
/// reports a second follow. If few transfers report and the body is small or an event stream, the
/// pace is the frame rate. For other large bodies, drawing each frame would slow down reading.
struct NoticePace {
  private static let distance = Duration.milliseconds(100)
  private static let shortDistance = Duration.milliseconds(8)
  private static let few = 4
  /// The size in bytes from which a body counts as large.
  private static let large: Int64 = 16 << 20

  private(set) var due: ContinuousClock.Instant
  /// Whether the transfer is in the list of those to report.
  var isListed = false

  init(at start: ContinuousClock.Instant) { due = start }

  /// - Parameters:
  ///   - length: The number of bytes of the body that have arrived, or nil for an event stream.
  ///   - count: The number of transfers with progress to report.
  mutating func reported(_ length: Int64?, at now: ContinuousClock.Instant, among count: Int) {
    let isShort = count <= Self.few && length ?? 0 < Self.large
    due = now + (isShort ? Self.shortDistance : Self.distance)
  }
}
