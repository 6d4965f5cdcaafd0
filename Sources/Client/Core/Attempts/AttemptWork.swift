import ClientModel

/// Time-consuming work on an attempt. The pipeline requests the work, `AttemptWorker` does it and
/// returns a report to the pipeline.
enum AttemptWork {
  /// Run the preparers, resolve the secrets, read the cache and the cookies. The worker reports a
  /// changed copy of the run.
  ///
  /// The dictionary contains the secrets that are already resolved.
  case prepare(Run, [SecretReference: Secret])
  /// Run the stages that process a response.
  case process(AttemptID, ResponseStages)
  /// Store the values that the stages captured from a response.
  case capture(AttemptID, AttemptPipeline.ProcessedResponse)
  /// Check a response against the assertions of its request.
  case check(AttemptID, ResponseCheck)
  /// Update the cache with a response.
  case updateCache(Run, AttemptResult)
  /// Read a stored response to use instead of an error.
  case rescue(AttemptID, by: StoredResponse, CacheRequest)
  /// Prepare the request that returns new credentials.
  case prepareRenewal(LaneKey, RefreshRule, environment: String)

  /// The subject of work. Each subject has at most one piece of work at a time.
  enum Subject: Hashable {
    case attempt(AttemptID)
    case renewal(LaneKey)
  }

  var subject: Subject {
    switch self {
    case .prepare(let run, _), .updateCache(let run, _): .attempt(run.attempt)
    case .process(let attempt, _), .capture(let attempt, _), .check(let attempt, _),
      .rescue(let attempt, _, _):
      .attempt(attempt)
    case .prepareRenewal(let key, _, _): .renewal(key)
    }
  }
}

/// The result of work on an attempt.
enum AttemptReport {
  case prepared(Run, PreparationOutcome)
  case processed(AttemptID, StageRun.Processed, [StageNote])
  case captured(AttemptID, AttemptPipeline.ProcessedResponse)
  case checked(AttemptID, [AssertionVerdict])
  /// The events are the changes of the cache.
  case updatedCache(AttemptID, AttemptCache.Outcome, [Event.Kind])
  case rescued(AttemptID, by: AttemptResult?)
  case preparedRenewal(LaneKey, Result<PreparedRequest, Failure>)
}

/// The next step of a prepared attempt.
enum PreparationOutcome {
  /// The attempt can be sent.
  case ready
  /// A preparer refused the request.
  case refused(Failure, [StageNote])
  case missesSecret(SecretReference, Failure)
  /// The cookies cannot be decrypted without the store's key.
  case missesKey(Failure)
  /// The cache has a usable response.
  case served(AttemptResult)
  /// Only the cache may be used, and it has no usable response.
  case notCached(because: String)
  /// This process does not send, and the cache no longer has a usable response. The queue runner
  /// sends the attempt.
  case leftToRunner
}

/// Assertions, and the response to check.
struct ResponseCheck: Sendable {
  let check: AssertionCheck
  let assertions: [Assertion]

  func verdicts() async -> [AssertionVerdict] { await check.verdicts(assertions) }
}

extension AttemptResult {
  /// Whether a response began to arrive but is incomplete.
  var isCutResponse: Bool {
    guard case .failed = end else { return false }
    return head != nil || body.length > 0
  }

  /// Whether the response came from the cache without a request to the server.
  var isFromCache: Bool {
    switch source {
    case .cache, .stale: true
    case .network, .notModified, .stub: false
    }
  }
}
