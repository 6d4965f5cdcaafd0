/// Decides the pause of the reader before its next portion.
///
/// While the user presses keys, a pause leaves processor time to the terminal. If all processors
/// are busy, its input and output are delayed too.
struct ReadingPace: Sendable {
  /// Shorter than the repeat interval of a held key, and several times as long as one portion.
  static let keyRest = Duration.milliseconds(20)
  /// The time in which a fast server sends about as many bytes as one portion reads.
  static let arrivalRest = Duration.milliseconds(3)

  /// The time after a key press during which portions are delayed.
  static let keyInterval = Duration.milliseconds(250)

  private var lastKey: ContinuousClock.Instant?
  private var last = DocumentController.Portion.read

  /// Records a key press that will probably be followed by another one.
  mutating func giveWay(at moment: ContinuousClock.Instant) {
    lastKey = moment
  }

  mutating func didRead(_ portion: DocumentController.Portion) { last = portion }

  /// Returns the pause before the next portion, or nil if there is none.
  func rest(at now: ContinuousClock.Instant) -> Duration? {
    if let lastKey, now < lastKey + Self.keyInterval { return Self.keyRest }
    return last == .caughtUp ? Self.arrivalRest : nil
  }
}
