/// How long the reader rests before its next portion.
///
/// While keys arrive, a rest leaves processor time to the terminal: if all processors are busy, its input and
/// output are delayed too.
struct ReadingPace: Sendable {
  /// Shorter than the repeat interval of a held key, and several times as long as one portion.
  static let breath = Duration.milliseconds(20)
  /// The time in which a fast server sends about as many bytes as one portion reads.
  static let arrivalRest = Duration.milliseconds(3)
  /// How many portions rest after a key: together longer than the time between two keys of a series.
  static let breathsAfterKey = 12

  /// A key has no effect on portions that begin later than this after it.
  static let keyInterval = Duration.milliseconds(250)

  private var breaths = 0
  private var lastKey: ContinuousClock.Instant?
  private var last = DocumentController.Portion.read

  /// The user pressed a key that another is likely to follow.
  mutating func giveWay(at moment: ContinuousClock.Instant) {
    (breaths, lastKey) = (Self.breathsAfterKey, moment)
  }

  mutating func didRead(_ portion: DocumentController.Portion) { last = portion }

  /// The rest before the next portion; nil when it may follow at once.
  mutating func rest(at now: ContinuousClock.Instant) -> Duration? {
    guard breaths > 0, let lastKey, now < lastKey + Self.keyInterval else {
      return last == .caughtUp ? Self.arrivalRest : nil
    }
    breaths -= 1
    return Self.breath
  }
}
