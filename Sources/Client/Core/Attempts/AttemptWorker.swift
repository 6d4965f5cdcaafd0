import ClientModel

/// Carries out time-consuming work on attempts. The results are returned to the pipeline, which
/// makes all decisions.
struct AttemptWorker {
  let seams: Seams
  let cookies: CookieReader
  let values: SharedValues
  /// Whether this process may send requests.
  let sends: Bool

  private var cache: AttemptCache? {
    seams.cache.map { AttemptCache(cache: $0, seams: seams, publisher: cookies.publisher) }
  }

  nonisolated(nonsending) func perform(_ work: AttemptWork) async -> AttemptReport {
    switch work {
    case .prepare(var run, let secrets):
      let outcome = await prepare(&run, secrets)
      return .prepared(run, outcome)
    case .process(let attempt, let stages):
      let (processed, notes) = await stages.run()
      return .processed(attempt, processed, notes)
    case .capture(let attempt, var response):
      do throws(Failure) {
        for (name, value) in response.captured { try await values.capture(value, as: name) }
      } catch { response.refusal = error }
      return .captured(attempt, response)
    case .check(let attempt, let check):
      return .checked(attempt, await check.verdicts())
    case .updateCache(let run, let result):
      var cache = cache
      let outcome = await cache?.update(run, result) ?? .proceed(result)
      return .updatedCache(run.attempt, outcome, cache?.events ?? [])
    case .rescue(let attempt, let stored, let request):
      let now = seams.clock.now
      let age = Freshness(of: stored, at: now).age
      let rescue = await cache?.served(stored, .stale(age: age), to: request, now, attempt)
      return .rescued(attempt, by: rescue)
    case .prepareRenewal(let gateway, let rule, let environment):
      do throws(Failure) {
        let request = try await seams.renewals.request(
          named: rule.request, workspace: gateway.workspace, environment: environment)
        return .preparedRenewal(gateway, .success(request))
      } catch {
        return .preparedRenewal(gateway, .failure(error))
      }
    }
  }

  // MARK: Before an attempt is sent

  nonisolated(nonsending) private func prepare(
    _ run: inout Run, _ resolved: [SecretReference: Secret]
  ) async -> PreparationOutcome {
    if let refusal = await runPreparers(on: &run) { return refusal }
    var found = resolved
    for reference in run.request.references where found[reference] == nil {
      do throws(Failure) {
        found[reference] = try await seams.secret(reference)
      } catch {
        return .missesSecret(reference, error)
      }
    }
    // From here on, a stored response or a program's error message may repeat the secrets.
    run.sent.found = found
    if let cache, run.request.options.cache != nil, let outcome = await ask(cache, for: &run) {
      return outcome
    }
    if let outcome = await transformBody(of: &run) { return outcome }
    // Another process may have changed the cookies after the start was committed. The jar is
    // therefore read again.
    if let jar = run.jar, let failure = await cookies.obstacle(toReading: jar) {
      return .missesKey(failure)
    }
    return .ready
  }

  /// Runs the preparers of a request.
  ///
  /// - Returns: The refusal of a preparer, or nil.
  nonisolated(nonsending) private func runPreparers(on run: inout Run) async -> PreparationOutcome?
  {
    guard let source = seams.middleware, run.isToBePrepared(by: source) else { return nil }
    let request = run.request
    var stages = StageRun(clock: seams.clock)
    do throws(Failure) {
      let middleware = try await source.middleware(
        for: request, workspace: run.job.lane.workspace)
      let prepared = try await stages.prepare(request, middleware.onDispatch, at: .dispatch)
      run.take(prepared, middleware, stages.notes)
      return nil
    } catch {
      return .refused(error, stages.notes)
    }
  }

  /// Runs the program that transforms the request's body. The program is the last stage, so its
  /// input contains the secrets.
  ///
  /// - Returns: The refusal if the program fails, or nil.
  nonisolated(nonsending) private func transformBody(of run: inout Run) async -> PreparationOutcome?
  {
    guard let program = run.stages.middleware?.requestTransform, !run.request.origin.isBroker
    else { return nil }
    let (earlier, began) = (run.stages.notes, seams.clock.now)
    // An error message of the program may quote the body and its secrets.
    let secrets = run.secrets
    func notes(_ end: StageNote.End) -> [StageNote] {
      let took = max(.zero, seams.clock.now.since(began))
      return earlier + [StageNote(program.name, .dispatch, end, took: took)]
    }
    do throws(Failure) {
      let wire = try WireRequest(filling: run.request, with: run.sent.found)
      guard let body = try await program.transformed(wire.body) else { return nil }
      run.take(transformedBody: body, notes(.changed))
      return nil
    } catch {
      let failure = Failure(
        error.kind, what: error.what, why: secrets.masked(error.why), whatToDo: error.whatToDo,
        cause: error.cause)
      return .refused(failure, notes(.refused))
    }
  }

  // MARK: The cache

  /// Looks up a response in the cache.
  ///
  /// - Returns: The next step if nothing needs to be sent, or nil if the attempt must be sent.
  nonisolated(nonsending) private func ask(
    _ cache: AttemptCache, for run: inout Run
  ) async -> PreparationOutcome? {
    let asked: CacheRequest
    do throws(Failure) {
      let shaper = run.stages.middleware?.shaper(of: run.request)
      let workspace = run.job.lane.workspace
      guard
        let request = try await cacheRequest(run.request, run.sent.found, in: workspace, shaper)
      else {
        return nil
      }
      asked = request
    } catch {
      // The secrets cannot be filled in. Sending the request fails for the same reason and reports
      // the error.
      return sends ? nil : .leftToRunner
    }
    let began = seams.clock.now
    let (verdict, stored) = await cache.verdict(on: asked)
    var conditions: [ResponseField] = []
    switch verdict {
    case .serve(let response, let source):
      if let result = await cache.served(response, source, to: asked, began, run.attempt) {
        return .served(result)
      }
      if asked.rule.mode == .only {
        return .notCached(because: "The stored response's body no longer exists.")
      }
    case .refuse(let why): return .notCached(because: why)
    case .validate(_, let found): conditions = run.cache.isUnconditional ? [] : found
    case .ask: break
    }
    guard sends else { return .leftToRunner }
    run.cache.use = CacheUse(
      asked, stored: stored, conditions: conditions, requested: seams.clock.now)
    return nil
  }

  /// The result of a cache lookup for a new request, and the secrets resolved for it.
  struct CacheLookup {
    /// Whether the job can end without the network. The cache then has a fresh response, or the
    /// request must not use the network.
    var isDecided = false
    var secrets: [SecretReference: Secret] = [:]
  }

  nonisolated(nonsending) func lookUp(
    _ request: PreparedRequest, of job: Job
  ) async -> CacheLookup {
    var lookup = CacheLookup()
    // A process that does not send requests does not resolve secrets.
    guard let cache, sends || request.references.isEmpty else { return lookup }
    do throws(Failure) {
      for reference in request.references where lookup.secrets[reference] == nil {
        lookup.secrets[reference] = try await seams.secret(reference)
      }
      var shaper: String?
      if let source = seams.middleware, source.concerns(request) {
        let stages = try await source.middleware(for: request, workspace: job.lane.workspace)
        // Preparers at dispatch may change the credentials, and the credentials are part of the
        // cache key.
        guard stages.onDispatch.isEmpty else { return lookup }
        shaper = stages.shaper(of: request)
      }
      guard
        let asked = try await cacheRequest(
          request, lookup.secrets, in: job.lane.workspace, shaper)
      else { return lookup }
      switch await cache.verdict(on: asked).verdict {
      case .refuse: lookup.isDecided = true
      case .serve(let stored, _):
        // Following a stored redirect uses the network and therefore needs a slot.
        lookup.isDecided =
          RedirectPolicy.decide(request, answered: stored.head, hop: 0) == .stay
      case .ask, .validate: break
      }
    } catch {
      // The same error occurs when the job starts, and is reported then.
    }
    return lookup
  }

  /// Returns the cache request for a request that is not prepared yet. Returns nil if the request
  /// does not use the cache.
  nonisolated(nonsending) func cacheRequest(
    for request: PreparedRequest, in workspace: String
  ) async throws(Failure) -> CacheRequest? {
    let request = try await seams.prepared(request, in: workspace)
    var secrets: [SecretReference: Secret] = [:]
    for reference in request.references where secrets[reference] == nil {
      secrets[reference] = try await seams.secret(reference)
    }
    var shaper: String?
    if let source = seams.middleware, source.concerns(request) {
      shaper = try await source.middleware(for: request, workspace: workspace).shaper(of: request)
    }
    return try await cacheRequest(request, secrets, in: workspace, shaper)
  }

  /// Returns the cache request for a prepared request. Returns nil if the request does not use the
  /// cache.
  nonisolated(nonsending) private func cacheRequest(
    _ request: PreparedRequest, _ secrets: [SecretReference: Secret], in workspace: String,
    _ shaper: String?
  ) async throws(Failure) -> CacheRequest? {
    guard let rule = request.options.cache else { return nil }
    let jar = CookieJarKey(workspace: workspace, environment: request.environment)
    var lines: [String] = []
    if request.options.cookies == .jar {
      try await cookies.read(jar)
      lines = cookies.jars.lines(in: jar) ?? []
    }
    var asked = CacheRequest(
      try WireRequest(filling: request, with: secrets), of: request, rule: rule, jar: jar,
      cookies: lines)
    // Processors may have changed the stored response. Only requests that use the same processors
    // may get it.
    if let shaper { asked.identity += ["stages", shaper] }
    return asked
  }
}

extension NewJob {
  /// Whether a stored response can end the job before it gets a slot.
  var asksCache: Bool {
    guard state == .waiting(.slot), let rule = request.options.cache else { return false }
    return rule.mode == .fresh || rule.mode == .only
  }
}
