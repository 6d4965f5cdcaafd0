import ClientModel

/// Single steps of driven graphs: how they are restored, and what their ends mean.
extension Client {
  var stepReader: StepReader { StepReader(seams: seams) }

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
    guard run.urgency == .now, !graphs.own.contains(run.id), runner.isRunner else { return }
    let asleep = jobs.filter { job in
      job.urgency == .now && job.state == .waiting(.slot) && job.attempts == 0
        && !pipeline.attempts.isImmediate(job.id)
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
      let verdict = try await stepReader.verdict(on: job)
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

  // MARK: Local steps

  /// Runs a local step beside everything else; its end is news.
  func run(_ step: Int, on input: [UInt8], in driven: DrivenGraph) {
    let work = driven.run.plan.steps[step].work
    let folder = driven.run.workspace
    let local = LocalStep(programs: seams.programs)
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
    if lifetime.quitting == .stop { return }
    driven.news.append(news)
    drive(driven)
  }
}
