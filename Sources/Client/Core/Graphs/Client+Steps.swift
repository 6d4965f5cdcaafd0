import ClientDocuments
import ClientModel

/// Single steps of driven graphs: how they are restored, prepared, run and judged.
extension Client {
  /// What a step that may start has to do.
  enum StepStart {
    case job(NewJob)
    /// A local step, and what it gets on standard input.
    case local([UInt8])
  }

  /// Brings a graph up to what is in the store: steps whose jobs ended meanwhile are news, steps
  /// that died with their process are begun again or given up.
  func load(_ driven: DrivenGraph) async throws(Failure) {
    let run = driven.run
    let ids = run.steps.filter { $0.state == .running || $0.state == .failed }.compactMap(\.job)
    let jobs = try await storage.jobs(matching: JobQuery(ids: ids))
    let byID = Dictionary(jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    driven.ready = []
    for (step, standing) in run.steps.enumerated() {
      if let id = standing.job { graphs.steps[id] = StepPlace(graph: run.id, step: step) }
      switch (standing.state, standing.job) {
      case (.running, let id?):
        if let job = byID[id] {
          if job.state.word.isFinished { driven.news.append(.ended(step, job)) }
        } else {
          driven.news.append(.failed(step, Self.gone(id)))
        }
      case (.running, nil): resumeLocal(step, in: driven)
      case (.failed, let id?):
        if let job = byID[id], !job.state.word.isFinished { driven.news.append(.again(step)) }
      default: continue
      }
    }
    driven.take(driven.graph.begin())
    if run.order == .stop { driven.take(driven.graph.stop()) }
    try await wake(jobs, of: run)
  }

  /// Takes over what somebody else made of a graph.
  func reload(_ driven: DrivenGraph) async throws(Failure) {
    guard let fresh = try await storage.graphs(matching: GraphQuery(ids: [driven.run.id])).first
    else { return }
    driven.isOutdated = false
    guard fresh != driven.run else { return }
    do throws(GraphFlaw) {
      driven.graph = try RequestGraph(fresh.plan, states: fresh.steps.map(\.state))
    } catch {
      return
    }
    driven.run = fresh
    driven.rememberLocal()
    try await load(driven)
  }

  /// A local step that ran when its process ended, or still runs in this one.
  private func resumeLocal(_ step: Int, in driven: DrivenGraph) {
    let isNews = driven.news.contains { news in
      switch news {
      case .gave(let other, _), .failed(let other, _): other == step
      case .ended, .again: false
      }
    }
    guard driven.local[step] == nil, !isNews else { return }
    switch driven.run.plan.steps[step].work {
    case .request, .jq:
      guard driven.run.order == .stop else { return driven.ready.append(step) }
      driven.news.append(
        .failed(
          step,
          Failure(
            .program, what: "The step was cut off.", why: "The graph was cancelled.",
            whatToDo: "Retry the graph to take it up.")))
    case .command(let words):
      driven.news.append(
        .failed(
          step,
          Failure(
            .program, what: "The program `\(words.first ?? "")` was cut off.",
            why: "Weir ended while it ran: whether it took effect is unknown.",
            whatToDo: "Find out, then retry the graph.")))
    }
  }

  /// A job that a dead process was to start at once waits for its lane now.
  private func wake(_ jobs: [Job], of run: GraphRun) async throws(Failure) {
    guard run.urgency == .now, !graphs.own.contains(run.id), drain == .mine else { return }
    let asleep = jobs.filter { job in
      job.urgency == .now && job.state == .waiting(.slot) && job.attempts == 0
        && !ownUrgent.contains(job.id)
    }
    guard !asleep.isEmpty else { return }
    let now = clock.now
    _ = try await change(asleep.map(\.id)) { job in
      guard job.state == .waiting(.slot), job.attempts == 0 else { return nil }
      let later = max(now, job.created.advanced(by: .milliseconds(1)))
      return JobChange(state: .waiting(.slot), at: later)
    }
  }

  private static func gone(_ job: JobID) -> Failure {
    Failure(
      .storage, what: "Job \(job) is gone.", why: "It was forgotten before its graph ended.",
      whatToDo: "Run the graph again.")
  }

  // MARK: News

  /// Takes one piece of news.
  func hear(_ driven: DrivenGraph) async throws(Failure) {
    guard let news = driven.news.first else { return }
    switch news {
    case .ended(let step, let job):
      let verdict = try await verdict(on: job)
      if verdict.isDone {
        driven.take(driven.graph.done(step))
      } else {
        if let failure = verdict.failure { driven.failures[step] = failure }
        driven.take(driven.graph.failed(step))
      }
    case .gave(let step, let result):
      driven.results[step] = result
      driven.take(driven.graph.done(step))
    case .failed(let step, let failure):
      driven.failures[step] = failure
      driven.take(driven.graph.failed(step))
    case .again(let step): driven.take(driven.graph.again(step))
    }
    driven.news.removeFirst()
  }

  /// Whether a finished job means that its step is done.
  ///
  /// An answer of 400 or more is a failure here, unless a gateway's rule has looked at it.
  private func verdict(on job: Job) async throws(Failure) -> (isDone: Bool, failure: Failure?) {
    switch job.state {
    case .succeeded:
      guard let status = job.status, status >= 400,
        try await storage.request(of: job.id)?.gateway?.outcome == nil
      else { return (true, nil) }
      return (
        false,
        Failure(
          .serviceFailure, what: "The answer was \(status).",
          why: "A step whose answer is 400 or more has failed.",
          whatToDo: "Look at job \(job.id); a gateway's outcome rule can say otherwise.")
      )
    case .failed(let failure): return (false, failure)
    case .held, .waiting, .running, .polling, .cancelled, .skipped, .interrupted:
      return (false, nil)
    }
  }

  /// What a graph without a driver can be told about its jobs: they have ended.
  func settleUndriven(_ graph: GraphID) async throws(Failure) {
    guard graphs.driven[graph] == nil,
      let run = try await storage.graphs(matching: GraphQuery(ids: [graph])).first, !run.isEnded
    else { return }
    let jobs = try await storage.jobs(matching: JobQuery(ids: run.steps.compactMap(\.job)))
    let ended = Set(
      jobs.filter { if case .cancelled = $0.state { true } else { false } }.map(\.id))
    let now = clock.now
    _ = try await storage.change(graph: graph) { run in
      var steps = run.steps
      for step in steps.indices where steps[step].state == .running {
        guard let job = steps[step].job, ended.contains(job) else { continue }
        steps[step].state = .failed
        steps[step].since = now
      }
      return steps == run.steps ? nil : GraphChange(steps: steps, order: run.order, at: now)
    }
  }

  // MARK: Starting

  func preparation(of step: Int, in driven: DrivenGraph) async throws(Failure) -> StepStart {
    let plan = driven.run.plan.steps[step]
    var values: [(name: String, value: StepValue)] = []
    for input in plan.inputs { values.append((input.name, try await value(of: input, in: driven))) }
    guard case .request(let name) = plan.work else { return .local(StepValue.object(values)) }
    guard var draft = driven.material.drafts[name] else {
      throw Failure(
        .invalidRequest, what: "The request `\(name)` is missing.",
        why: "It was not given with the graph.", whatToDo: "Run the graph again.")
    }
    draft.options.cache = driven.run.plan.cache.filling(draft.options.cache)
    var material = driven.material
    let inputs = values.map { ($0.name, SensitiveText($0.value.words)) }
    material.environment = material.environment.overlaid(
      withData: Dictionary(inputs, uniquingKeysWith: { _, last in last }))
    let request = try await steps.request(draft, of: driven.run, material)
    let isOwn = graphs.own.contains(driven.run.id)
    return .job(
      NewJob(
        request: request,
        lane: LaneKey(
          workspace: driven.run.workspace,
          name: request.gateway?.name ?? request.origin.description),
        urgency: isOwn ? .now : .queued, name: draft.name ?? name))
  }

  /// What an input takes from the result of its step.
  private func value(
    of input: GraphStep.Input, in driven: DrivenGraph
  ) async throws(Failure) -> StepValue {
    let plan = driven.run.plan
    guard let parent = plan.steps.firstIndex(where: { $0.name == input.step }) else {
      throw StepValue.missing(input.name, input.step, "there is no such step.")
    }
    let source = try await source(of: parent, in: driven, for: input)
    switch input.pick {
    case .pointer(let pointer):
      return try StepValue(at: pointer, in: source, of: input.step, for: input.name)
    case .jq(let program):
      let whole = try Self.bytes(of: source, for: input)
      guard let text = try await LocalStep(programs: programs).jq(program, on: whole),
        text != Array("null".utf8)
      else { throw StepValue.missing(input.name, input.step, "`\(program)` gives nothing.") }
      guard text.count <= StepValue.limit else {
        throw StepValue.tooLarge(input.name, input.step)
      }
      return StepValue(text)
    }
  }

  private func source(
    of step: Int, in driven: DrivenGraph, for input: GraphStep.Input
  ) async throws(Failure) -> ByteSource {
    if let fresh = driven.results[step] { return ByteSource(fresh) }
    let body: StoredBody
    if let job = driven.run.steps[step].job {
      body =
        try await storage.attempts(of: job).last { $0.result?.end == .answered }?.result?.body
        ?? .none
    } else {
      body = try await result(of: StepPlace(graph: driven.run.id, step: step))
    }
    switch body {
    case .none: throw StepValue.missing(input.name, input.step, "it has no body.")
    case .inline(let bytes): return ByteSource(bytes)
    case .file(let name, _, _):
      do throws(DocumentError) {
        return try ByteSource(path: storage.path(ofBody: name))
      } catch {
        throw Failure(.storage, what: error.what, why: error.why, whatToDo: error.whatToDo)
      }
    }
  }

  private static func bytes(
    of source: ByteSource, for input: GraphStep.Input
  ) throws(Failure) -> [UInt8] {
    guard source.count <= 64 << 20 else { throw StepValue.tooLarge(input.name, input.step) }
    do throws(DocumentError) {
      return try source.bytes(in: 0..<source.count)
    } catch {
      throw StepValue.missing(input.name, input.step, error.why)
    }
  }

  /// Runs a local step beside everything else; its end is news.
  func run(_ step: Int, on input: [UInt8], in driven: DrivenGraph) {
    let work = driven.run.plan.steps[step].work
    let folder = driven.run.workspace
    let local = LocalStep(programs: programs)
    driven.local[step] = Task {
      do throws(Failure) {
        switch work {
        case .request: break
        case .jq(let program):
          let result = try await local.jq(program, on: input) ?? Array("null".utf8)
          ended(step, .gave(step, result), in: driven)
        case .command(let words):
          ended(
            step, .gave(step, try await local.command(words, on: input, in: folder)), in: driven)
        }
      } catch {
        ended(step, .failed(step, error), in: driven)
      }
    }
  }

  private func ended(_ step: Int, _ news: DrivenGraph.News, in driven: DrivenGraph) {
    driven.local[step] = nil
    // Cut off by the end of Weir: the next start says what becomes of it.
    if quitting == .stop { return }
    driven.news.append(news)
    drive(driven)
  }
}
