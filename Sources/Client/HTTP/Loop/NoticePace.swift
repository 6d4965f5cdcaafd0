/// When the progress of a transfer is reported again: at the first byte, then ten times a second, and as
/// often as frames are drawn where few transfers report and little has come: of a large body each frame
/// takes its share of a processor from reading it.
struct NoticePace {
  private static let distance = Duration.milliseconds(100)
  private static let shortDistance = Duration.milliseconds(40)
  private static let few = 4
  /// In bytes.
  private static let large: Int64 = 16 << 20

  private(set) var due: ContinuousClock.Instant

  init(at start: ContinuousClock.Instant) { due = start }

  /// - Parameters:
  ///   - length: How many bytes of the body have come.
  ///   - count: How many transfers have something to report.
  mutating func reported(_ length: Int64, at now: ContinuousClock.Instant, among count: Int) {
    let isShort = count <= Self.few && length < Self.large
    due = now + (isShort ? Self.shortDistance : Self.distance)
  }
}
