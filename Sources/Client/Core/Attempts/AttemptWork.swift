import ClientModel

/// Time-consuming work on an attempt. The pipeline requests the work, and `AttemptWorker` carries
/// it out and reports the result.
enum AttemptWork {
  /// Run the preparers, resolve the secrets, and read the cache and the cookies. The report
  /// contains the changed run.
  ///
  /// The dictionary contains the secrets that are already resolved.
  case prepare(Run, [SecretReference: Secret])
  /// Run the stages that process a response.
  case process(AttemptID, ResponseStages)
  /// Store the values that the stages captured from a response.
  case capture(AttemptID, AttemptPipeline.ProcessedResponse)
  /// Check the assertions on a response.
  case check(AttemptID, ResponseCheck)
  /// Update the cache with a response.
  case updateCache(Run, AttemptResult)
  /// Read a stored response that replaces an error.
  case rescue(AttemptID, by: StoredResponse, CacheRequest)
  /// Prepare the renewal request.
  case prepareRenewal(LaneKey, RefreshRule, environment: String)

  /// The subject of a piece of work. Only one piece of work per subject is in progress.
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
  /// The events describe the changes of the cache.
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
  /// The cache has a usable response, so nothing is sent.
  case served(AttemptResult)
  /// The request may only use the cache, and the cache has no usable response.
  case notCached(because: String)
  /// This process does not send requests, and the cache no longer has a usable response. The queue
  /// runner sends the attempt.
  case leftToRunner
}

/// The assertions of a request and the response to check.
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

  /// Whether the response was served from the cache without contacting the server.
  var isFromCache: Bool {
    switch source {
    case .cache, .stale: true
    case .network, .notModified, .stub: false
    }
  }
}
