/// The state of a job; the comment of each case lists the allowed transitions.
///
///     add ──► waiting ──► running ──► succeeded
///      │         ▲ │         │ ├────► failed ───────► waiting (retry)
///      ▼         │ ▼         │ ├────► interrupted ──► waiting, succeeded, cancelled
///     held ◄─────┘ skipped   │ └────► cancelled
///                            └──────► waiting (back-off), held (question), polling ◄──► running
public enum JobState: Hashable, Sendable {
  /// Does not start. Moves to `waiting` or `cancelled`.
  case held(Hold)
  /// Waiting for a slot, another job or a time. Moves to `running`, `held`, `skipped`, `cancelled`.
  case waiting(Wait)
  /// On the wire. Moves to any state but `skipped`.
  case running(attempt: Int)
  /// The server accepted the work; Weir polls for the result at `next`, or when the user releases the job.
  /// Moves to `running` for each poll, or to a final state, `held` (question), `interrupted` or `cancelled`.
  case polling(word: String, next: Timestamp?)
  /// Ended with a complete response that is not a failure. Moves to `waiting` by a retry.
  case succeeded
  /// Ended without a complete response, or with one that is a failure: by its status, by the outcome rule of
  /// its gateway, or by an assertion. Moves to `waiting` by a retry.
  case failed(Failure)
  /// Stopped by the user; some of the request may have left.
  case cancelled(sent: ByteCount)
  /// Not run, because this job failed.
  case skipped(because: JobID)
  /// The process died, or the response or the remote job was lost: the effect is unknown. Moves to
  /// `waiting` (retry), `succeeded` (resolved as done) or `cancelled`, each by the user's command.
  case interrupted(Knowledge)

  /// Why a job is held.
  public enum Hold: Hashable, Sendable {
    /// The user held it.
    case byUser
    /// Its start time has not come.
    case until(Timestamp)
    /// The user must answer a question.
    case question(Question)
    /// The secret with this reference could not be resolved.
    case missingSecret(String)

    /// The store cannot open what is sealed in the job, or the job's cookies.
    package static func missingKey(at path: String) -> Hold {
      .missingSecret("\(keyWords)\(path)")
    }

    package var isMissingKey: Bool {
      if case .missingSecret(let name) = self { name.begins(with: Self.keyWords) } else { false }
    }

    private static let keyWords = "key file "
  }

  /// What a job waits for.
  public enum Wait: Hashable, Sendable {
    /// A free slot of its lane.
    case slot
    /// The end of another job.
    case job(JobID)
    /// Back-off, or a server's Retry-After.
    case until(Timestamp)
  }

  /// What is known of a request whose end we did not see.
  public struct Knowledge: Hashable, Sendable {
    /// How many bytes of the request were sent.
    public var sent: ByteCount
    /// True when at least the status line of a response arrived.
    public var responseBegan: Bool
    /// What happened, as a sentence.
    public var why: String

    /// Creates what is known of an interrupted attempt.
    public init(sent: ByteCount, responseBegan: Bool, why: String) {
      self.sent = sent
      self.responseBegan = responseBegan
      self.why = why
    }
  }
}

/// Something only the user can decide; `release` means yes, `cancel` means no.
public enum Question: Hashable, Sendable {
  /// A 307 or 308 would send the body to another origin.
  case redirectCarriesBody(to: String, status: Int)
  /// The response is larger than the limit for one body.
  case largeBody(ByteCount)
  /// The server that processes the job rejects the credentials of a poll.
  case askingRefused(status: Int)
}

extension JobState {
  /// The one word for this state on the screen, the command line and in JSON.
  public var word: Word {
    switch self {
    case .held: .held
    case .waiting: .waiting
    case .running: .running
    case .polling: .polling
    case .succeeded: .succeeded
    case .failed: .failed
    case .cancelled: .cancelled
    case .skipped: .skipped
    case .interrupted: .interrupted
    }
  }

  /// The state as one word, without its details.
  public enum Word: String, Hashable, Sendable, CaseIterable {
    /// See `JobState.held(_:)`.
    case held
    /// See `JobState.waiting(_:)`.
    case waiting
    /// See `JobState.running(attempt:)`.
    case running
    /// See `JobState.polling(word:next:)`.
    case polling
    /// See `JobState.succeeded`.
    case succeeded
    /// See `JobState.failed(_:)`.
    case failed
    /// See `JobState.cancelled(sent:)`.
    case cancelled
    /// See `JobState.skipped(because:)`.
    case skipped
    /// See `JobState.interrupted(_:)`.
    case interrupted

    /// True for the final states: succeeded, failed, cancelled and skipped.
    public var isFinished: Bool {
      switch self {
      case .succeeded, .failed, .cancelled, .skipped: true
      case .held, .waiting, .running, .polling, .interrupted: false
      }
    }
  }
}
