/// Where a remote job stands: everything that is needed to go on asking for it, after a restart too.
///
/// It is committed before the first question, with the answer that brought it; from then on the
/// request that made it is never sent again by itself.
public struct RemoteStanding: Hashable, Sendable {
  /// What the next question is for.
  public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
    /// How far the server is.
    case status
    /// The result, which has an address of its own.
    case result
  }

  /// What the user wants of the next question.
  public enum Wish: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing special.
    case none
    /// That the server stops.
    case cancel
    /// That nothing more is asked until the user says so.
    case pause
  }

  /// What the service calls the job; from outside, so not safe to draw as it is. May be empty.
  public var id: String
  /// Absolute: where the status is asked for.
  public var address: String
  /// Absolute: where the server is told to stop; nil when it offers no way.
  public var cancelAddress: String?
  /// Absolute: where the result is; nil until it is known, and where the status brings it.
  public var resultAddress: String?
  /// What the next poll is for.
  public var phase: Phase
  /// When the server took the work.
  public var accepted: Timestamp
  /// Nothing is asked any more from here on; nil for never.
  public var deadline: Timestamp?
  /// Where the job stands in the service's own word; empty while it has said none.
  public var word: String
  /// Nil for a word that the rule does not know.
  public var meaning: RemoteRule.Meaning?
  /// Questions so far, those for the result among them.
  public var asked: Int
  /// The wait before the last question.
  public var wait: Duration
  /// Questions in a row without an answer of use.
  public var misses: Int
  /// When the server first said that it knows no such job.
  public var goneSince: Timestamp?
  /// What the user wants of the next poll.
  public var wish: Wish

  /// Creates the state of a remote job that was just accepted.
  public init(
    id: String = "", address: String, cancelAddress: String? = nil, resultAddress: String? = nil,
    phase: Phase = .status, accepted: Timestamp, deadline: Timestamp? = nil, word: String = "",
    meaning: RemoteRule.Meaning? = nil, asked: Int = 0, wait: Duration = .zero, misses: Int = 0,
    goneSince: Timestamp? = nil, wish: Wish = .none
  ) {
    self.id = id
    self.address = address
    self.cancelAddress = cancelAddress
    self.resultAddress = resultAddress
    self.phase = phase
    self.accepted = accepted
    self.deadline = deadline
    self.word = word
    self.meaning = meaning
    self.asked = asked
    self.wait = wait
    self.misses = misses
    self.goneSince = goneSince
    self.wish = wish
  }
}

/// What becomes of a job's remote standing.
public enum RemoteChange: Hashable, Sendable {
  /// It stays as it is.
  case kept
  /// It becomes this.
  case set(RemoteStanding)
  /// Its own request is what it sends next.
  case forgotten
}
