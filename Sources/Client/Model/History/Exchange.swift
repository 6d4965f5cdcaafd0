/// One attempt of a job and its result. The result is a response, a failure, a cancellation or
/// unknown.
public struct Exchange: Hashable, Sendable {
  /// The job, in its current state.
  public var job: Job
  /// The attempt, with its result.
  public var attempt: Attempt
  /// The request of the job. For a redirect or a poll, a different request was sent.
  public var request: PreparedRequest

  /// Creates an exchange.
  public init(job: Job, attempt: Attempt, request: PreparedRequest) {
    self.job = job
    self.attempt = attempt
    self.request = request
  }

  /// The status of the response, even if the response is incomplete.
  public var status: Int? { attempt.result?.head?.status }

  /// The size of the decoded body, or nil if there is no response.
  public var size: ByteCount? {
    guard let result = attempt.result, result.head != nil else { return nil }
    return result.body.length
  }

  /// The size of the body as received, before decoding. Nil if no response was received over the
  /// network.
  public var wireSize: ByteCount? {
    guard let result = attempt.result, result.source == .network, result.head != nil else {
      return nil
    }
    return result.transfer.responseBody
  }

  /// The result of the attempt. If no result is stored, the state of the job shows whether the
  /// attempt is running or unknown.
  public var end: End {
    guard let result = attempt.result else {
      return job.state.word == .running ? .running : .unknown
    }
    switch result.end {
    case .responded: return .responded
    case .failed: return .failed
    case .cancelled: return .cancelled
    }
  }

  /// The result of an attempt.
  public enum End: String, Hashable, Sendable, CaseIterable {
    /// The response is complete.
    case responded = "answered"
    /// The response is missing or incomplete.
    case failed
    /// The attempt was cancelled.
    case cancelled
    /// The attempt has not ended.
    case running
    /// The process ended during the attempt.
    case unknown
  }
}
