/// One attempt of a job with its result: a response, a failure, a cancellation, or nothing yet.
public struct Exchange: Hashable, Sendable {
  /// The job, in its present state.
  public var job: Job
  /// The attempt, with its result.
  public var attempt: Attempt
  /// The request of the job; a redirect hop or a poll sent another one.
  public var request: PreparedRequest

  /// Creates an exchange.
  public init(job: Job, attempt: Attempt, request: PreparedRequest) {
    self.job = job
    self.attempt = attempt
    self.request = request
  }

  /// The status of the response, also of an incomplete one.
  public var status: Int? { attempt.result?.head?.status }

  /// The size of the decoded body.
  public var size: ByteCount? {
    guard let result = attempt.result, result.head != nil else { return nil }
    return result.body.length
  }

  /// The body's bytes as they came over the wire, codings and all.
  public var wireSize: ByteCount? {
    guard let result = attempt.result, result.source == .network, result.head != nil else {
      return nil
    }
    return result.transfer.responseBody
  }

  /// How the attempt ended, or the state of its job while it has not.
  public var end: End {
    guard let result = attempt.result else {
      return job.state.word == .running ? .running : .unknown
    }
    switch result.end {
    case .answered: return .answered
    case .failed: return .failed
    case .cancelled: return .cancelled
    }
  }

  /// How the attempt ended.
  public enum End: String, Hashable, Sendable, CaseIterable {
    /// With a complete response.
    case answered
    /// Without a complete response.
    case failed
    /// By cancellation.
    case cancelled
    /// It has not ended.
    case running
    /// The program died while it was on the wire.
    case unknown
  }
}
