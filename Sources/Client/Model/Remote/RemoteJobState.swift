/// The state of a remote job, with all data that is needed to poll it, even after a restart.
///
/// The state is committed together with the response that created it. After that commit, the
/// request is never sent again automatically.
public struct RemoteJobState: Hashable, Sendable {
  /// The purpose of the next poll.
  public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
    /// To request the status of the job.
    case status
    /// To request the result from its own URL.
    case result
  }

  /// The user's wish for the next poll.
  public enum UserRequest: UInt8, Hashable, Sendable, CaseIterable {
    /// No wish.
    case none
    /// The server should cancel the job.
    case cancel
    /// No further poll should be sent until the user releases the job.
    case pause
  }

  /// The way in which the next poll repeats the fields that the rule names.
  public enum PollForm: UInt8, Hashable, Sendable, CaseIterable {
    /// In the query if the request was a GET, otherwise in a form.
    case asSubmitted
    /// In the query of a GET, because the server does not accept the form.
    case byGet
  }

  /// The id that the service assigned, unescaped. It may be empty.
  public var id: String
  /// The absolute URL to poll.
  public var address: String
  /// The absolute URL for cancelling the job, or nil if the server does not support this.
  public var cancelAddress: String?
  /// The absolute URL of the result. It is nil while the URL is unknown, and if the status response
  /// contains the result.
  public var resultAddress: String?
  /// The purpose of the next poll.
  public var phase: Phase
  /// The time at which the server accepted the job.
  public var accepted: Timestamp
  /// The time after which no poll is sent, or nil for no limit.
  public var deadline: Timestamp?
  /// The last status word of the service. It is empty before the first poll.
  public var word: String
  /// The meaning of the last status word, or nil if the rule does not contain the word.
  public var meaning: RemoteRule.Meaning?
  /// The number of polls that were sent, including those for the result.
  public var asked: Int
  /// The wait before the last poll.
  public var wait: Duration
  /// The number of consecutive polls without a usable response.
  public var misses: Int
  /// The time at which the server first responded that it does not know the job, or nil if it knows
  /// the job.
  public var goneSince: Timestamp?
  /// The user's wish for the next poll.
  public var userRequest: UserRequest
  /// The way in which the next poll repeats the fields that the rule names.
  public var pollForm: PollForm

  /// Creates the state of a remote job that was just accepted.
  public init(
    id: String = "", address: String, cancelAddress: String? = nil, resultAddress: String? = nil,
    phase: Phase = .status, accepted: Timestamp, deadline: Timestamp? = nil, word: String = "",
    meaning: RemoteRule.Meaning? = nil, asked: Int = 0, wait: Duration = .zero, misses: Int = 0,
    goneSince: Timestamp? = nil, userRequest: UserRequest = .none, pollForm: PollForm = .asSubmitted
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
    self.userRequest = userRequest
    self.pollForm = pollForm
  }
}

/// A change to the state of a remote job.
public indirect enum RemoteChange: Hashable, Sendable {
  /// The state does not change.
  case unchanged
  /// The state is replaced by this one.
  case set(RemoteJobState)
  /// The remote job is abandoned. The job sends its own request next.
  case abandoned
}
