/// How long the reader rests before its next portion.
///
/// While keys arrive, a rest leaves processor time to the terminal: if all processors are busy, its input and
/// output are delayed too.
struct ReadingPace: Sendable {
  /// Shorter than the repeat interval of a held key, and several times as long as one portion.
  static let keyRest = Duration.milliseconds(20)
  /// The time in which a fast server sends about as many bytes as one portion reads.
  static let arrivalRest = Duration.milliseconds(3)

  /// How long a key delays portions: one that begins later does not rest.
  static let keyInterval = Duration.milliseconds(250)

  private var lastKey: ContinuousClock.Instant?
  private var last = DocumentController.Portion.read

  /// The user pressed a key that another is likely to follow.
  mutating func giveWay(at moment: ContinuousClock.Instant) {
    lastKey = moment
  }

  mutating func didRead(_ portion: DocumentController.Portion) { last = portion }

  /// The rest before the next portion; nil when it may follow at once.
  func rest(at now: ContinuousClock.Instant) -> Duration? {
    if let lastKey, now < lastKey + Self.keyInterval { return Self.keyRest }
    return last == .caughtUp ? Self.arrivalRest : nil
  }
}
