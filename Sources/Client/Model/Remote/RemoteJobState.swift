/// The state of a remote job. It contains all data for polling the job, even after a restart.
///
/// The state is committed together with the response that accepted the job. From then on, the
/// request is never repeated automatically.
public struct RemoteJobState: Hashable, Sendable {
  /// The purpose of the next poll.
  public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
    /// Requests the status of the job.
    case status
    /// Requests the result from a separate URL.
    case result
  }

  /// A request by the user that the next poll must respect.
  public enum UserRequest: UInt8, Hashable, Sendable, CaseIterable {
    /// There is no request.
    case none
    /// The server should cancel the job.
    case cancel
    /// Polling should stop until the user releases the job.
    case pause
  }

  /// The form in which a poll repeats the fields in `RemoteRule.form`.
  public enum PollForm: UInt8, Hashable, Sendable, CaseIterable {
    /// The query is used if the request was a GET. Otherwise a form is used.
    case asSubmitted
    /// The query of a GET is used, because the server does not accept a form.
    case byGet
  }

  /// The id that the service assigned, without escapes. It may be empty.
  public var id: String
  /// The absolute URL to poll.
  public var address: String
  /// The absolute URL for cancelling the job. Nil if the server does not support this.
  public var cancelAddress: String?
  /// The absolute URL of the result. Nil if the URL is still unknown, or if the status response
  /// contains the result.
  public var resultAddress: String?
  /// The purpose of the next poll.
  public var phase: Phase
  /// The time at which the server accepted the job.
  public var accepted: Timestamp
  /// The time after which no poll is sent, or nil if there is no limit.
  public var deadline: Timestamp?
  /// The service's last status word. It is empty before the first poll.
  public var word: String
  /// The meaning of the last status word. Nil if the rule does not list the word.
  public var meaning: RemoteRule.Meaning?
  /// The number of polls sent so far, including those for the result.
  public var asked: Int
  /// The waiting time before the last poll.
  public var wait: Duration
  /// The number of consecutive polls without a usable response.
  public var misses: Int
  /// The time when the server first reported that it does not know the job, or nil if it knows the
  /// job.
  public var goneSince: Timestamp?
  /// The user's request for the next poll.
  public var userRequest: UserRequest
  /// The form in which the next poll repeats the fields in `RemoteRule.form`.
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
  /// This state replaces the old state.
  case set(RemoteJobState)
  /// The remote job is abandoned. The job sends its own request next.
  case abandoned
}
