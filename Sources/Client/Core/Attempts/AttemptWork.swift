import ClientModel

/// What an attempt needs that takes time. The pipeline asks for it, `AttemptWorker` does it, and the pipeline
/// takes its report.
enum AttemptWork {
  /// Run the preparers, resolve the secrets, ask the cache and read the cookies.
  ///
  /// The secrets are those that were resolved already.
  case prepare(Run, [SecretReference: Secret])
  /// Run the stages that read a response.
  case process(AttemptID, ResponseStages)
  /// Store the values that the stages took from a response.
  case capture(AttemptID, AttemptPipeline.ProcessedResponse)
  /// Check a response by the assertions of its request.
  case check(AttemptID, ResponseCheck)
  /// Update the cache with a response.
  case updateCache(Run, AttemptResult, FinishFacts)
  /// Read a stored response to be used instead of an error.
  case rescue(AttemptID, by: StoredResponse, CacheRequest, else: JobState, AttemptResult)
  /// Prepare the request that brings new credentials.
  case prepareRenewal(LaneKey, RefreshRule, environment: String)

  /// The attempt whose response is read; its task is cancelled when the job is stopped.
  var processedAttempt: AttemptID? {
    switch self {
    case .process(let attempt, _), .capture(let attempt, _), .check(let attempt, _): attempt
    case .prepare, .updateCache, .rescue, .prepareRenewal: nil
    }
  }
}

/// What came of an attempt's work.
enum AttemptReport {
  case prepared(AttemptID, Departure)
  case processed(AttemptID, StageRun.Processed, [StageNote])
  case captured(AttemptID, AttemptPipeline.ProcessedResponse)
  case checked(AttemptID, [AssertionVerdict])
  case updatedCache(AttemptID, AttemptCache.Outcome, AttemptResult, FinishFacts)
  case rescued(AttemptID, by: AttemptResult?, else: JobState, AttemptResult)
  case preparedRenewal(LaneKey, Result<PreparedRequest, Failure>)
}

/// How an attempt that was prepared goes on.
enum Departure {
  /// It can be sent with these secrets.
  case ready([SecretReference: Secret])
  /// A preparer refused its request.
  case refused(Failure, [StageNote])
  case lacks(SecretReference, Failure)
  /// Its cookies cannot be opened without the store's key.
  case lacksKey(Failure)
  /// The cache has a response for it.
  case served(AttemptResult)
  /// Only the cache may answer it, and has no response.
  case notCached(because: String)
  /// This process sends nothing, and its cache cannot answer any more: the queue runner sends it.
  case leftToRunner
  /// It ended meanwhile.
  case overtaken
}

/// Assertions, and the response that they are checked on.
struct ResponseCheck: Sendable {
  let check: AnswerCheck
  let assertions: [Assertion]

  func verdicts() async -> [AssertionVerdict] { await check.verdicts(assertions) }
}

extension AttemptResult {
  /// Whether a response began to arrive and did not become complete.
  var isCutResponse: Bool {
    guard case .failed = end else { return false }
    return head != nil || body.length > 0
  }

  /// True when no server was asked for this response.
  var isFromCache: Bool {
    switch source {
    case .cache, .stale: true
    case .network, .notModified, .stub: false
    }
  }
}
