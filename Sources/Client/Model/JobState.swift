/// The state of a job. The comment of each case lists the allowed transitions.
///
///     add ──► waiting ──► running ──► succeeded
///      │         ▲ │         │ ├──► failed ──► waiting (retry)
///      ▼         │ ▼         │ ├──► interrupted ──► waiting, succeeded, cancelled
///     held ◄─────┘ skipped   │ └──► cancelled
///                            └──► waiting (back-off), held (question), polling ◄──► running
public enum JobState: Hashable, Sendable {
  /// Does not start. Changes to `waiting` or `cancelled`.
  case held(Hold)
  /// Waits for a slot, another job or a time. Changes to `running`, `held`, `skipped` or
  /// `cancelled`.
  case waiting(Wait)
  /// Is being sent. Can change to any state except `skipped`.
  case running(attempt: Int)
  /// The server accepted the job. Weir polls for the result at `next`. If `next` is nil, Weir polls
  /// when the user releases the job. Changes to `running` for each poll, or to a final state,
  /// `held` (question), `interrupted` or `cancelled`.
  case polling(word: String, next: Timestamp?)
  /// Ended with a complete response that is not a failure. A retry changes the job to `waiting`.
  case succeeded
  /// Ended without a complete response, or with a response that is a failure according to its
  /// status, the gateway's outcome rule or an assertion. A retry changes the job to `waiting`.
  case failed(Failure)
  /// Stopped by the user. Part of the request may have been sent.
  case cancelled(sent: ByteCount)
  /// Was not run, because the job with this id failed.
  case skipped(because: JobID)
  /// Ended with an unknown effect, because the process ended, or because the response or the remote
  /// job was lost. The user changes the job to `waiting` (retry), `succeeded` (resolved as done) or
  /// `cancelled`.
  case interrupted(Knowledge)

  /// The reason why a job is held.
  public enum Hold: Hashable, Sendable {
    /// The user held the job.
    case byUser
    /// The start time of the job has not been reached.
    case until(Timestamp)
    /// The user must answer a question.
    case question(Question)
    /// The secret with this reference could not be resolved.
    case missingSecret(String)

    /// Returns the hold for a job whose sealed data cannot be decrypted. `path` is the path of the
    /// store's key file.
    package static func missingKey(at path: String) -> Hold {
      .missingSecret("\(keyWords)\(path)")
    }

    package var isMissingKey: Bool {
      if case .missingSecret(let name) = self { name.begins(with: Self.keyWords) } else { false }
    }

    private static let keyWords = "key file "
  }

  /// The event that a job waits for.
  public enum Wait: Hashable, Sendable {
    /// A free slot of its lane.
    case slot
    /// The end of the job with this id.
    case job(JobID)
    /// A time, which is the end of a back-off or the server's `Retry-After`.
    case until(Timestamp)
  }

  /// The known facts about a request that may or may not have had an effect.
  public struct Knowledge: Hashable, Sendable {
    /// The number of request bytes that were sent.
    public var sent: ByteCount
    /// Whether at least the status line of a response was received.
    public var responseBegan: Bool
    /// The explanation, as a sentence.
    public var why: String

    /// Creates the facts about an interrupted attempt.
    public init(sent: ByteCount, responseBegan: Bool, why: String) {
      self.sent = sent
      self.responseBegan = responseBegan
      self.why = why
    }
  }
}

/// A question that the user must answer. `release` means yes, and `cancel` means no.
public enum Question: Hashable, Sendable {
  /// A 307 or 308 redirect would send the body to another origin.
  case redirectCarriesBody(to: String, status: Int)
  /// The response is larger than the limit for one body.
  case largeBody(ByteCount)
  /// The server that processes the job rejects the credentials of a poll.
  case askingRefused(status: Int)
}

extension JobState {
  /// The name of this state on the screen, on the command line and in JSON.
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

  /// The kind of state, without details.
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

    /// Whether the state is final: succeeded, failed, cancelled or skipped.
    public var isFinished: Bool {
      switch self {
      case .succeeded, .failed, .cancelled, .skipped: true
      case .held, .waiting, .running, .polling, .interrupted: false
      }
    }
  }
}
