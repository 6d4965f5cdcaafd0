/// The state of a remote job: everything that is needed to poll it, also after a restart.
///
/// It is committed together with the response that created it. From then on the request is never
/// sent again automatically.
public struct RemoteStanding: Hashable, Sendable {
  /// What the next poll is for.
  public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
    /// How far the server is.
    case status
    /// The result, which has an address of its own.
    case result
  }

  /// What the user wants of the next poll.
  public enum Wish: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing special.
    case none
    /// That the server stops.
    case cancel
    /// That nothing more is asked until the user says so.
    case pause
  }

  /// How the next poll repeats the fields that the rule names.
  public enum Asking: UInt8, Hashable, Sendable, CaseIterable {
    /// In the query if the request was a GET, otherwise in a form.
    case asSubmitted
    /// In the query of a GET: the server does not take the form.
    case byGet
  }

  /// The id that the service gave the work, unescaped; it may be empty.
  public var id: String
  /// The absolute URL to poll.
  public var address: String
  /// The absolute URL for cancelling the work; nil when the server offers none.
  public var cancelAddress: String?
  /// Absolute: where the result is; nil until it is known, and where the status brings it.
  public var resultAddress: String?
  /// What the next poll is for.
  public var phase: Phase
  /// When the server took the work.
  public var accepted: Timestamp
  /// Nothing is asked any more from here on; nil for never.
  public var deadline: Timestamp?
  /// The last status word of the service; empty before the first.
  public var word: String
  /// Nil for a word that the rule does not know.
  public var meaning: RemoteRule.Meaning?
  /// How many polls were sent, those for the result included.
  public var asked: Int
  /// The wait before the last question.
  public var wait: Duration
  /// How many polls in a row had no usable response.
  public var misses: Int
  /// When the server first said that it knows no such job.
  public var goneSince: Timestamp?
  /// What the user wants of the next poll.
  public var wish: Wish
  /// How the next poll repeats the fields that the rule names.
  public var asking: Asking

  /// Creates the state of a remote job that was just accepted.
  public init(
    id: String = "", address: String, cancelAddress: String? = nil, resultAddress: String? = nil,
    phase: Phase = .status, accepted: Timestamp, deadline: Timestamp? = nil, word: String = "",
    meaning: RemoteRule.Meaning? = nil, asked: Int = 0, wait: Duration = .zero, misses: Int = 0,
    goneSince: Timestamp? = nil, wish: Wish = .none, asking: Asking = .asSubmitted
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
    self.asking = asking
  }
}

/// A change to the state of a remote job.
public indirect enum RemoteChange: Hashable, Sendable {
  /// It stays as it is.
  case unchanged
  /// It becomes this.
  case set(RemoteStanding)
  /// It is given up: the job sends its own request next.
  case abandoned
}
