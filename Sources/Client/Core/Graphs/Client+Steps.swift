import ClientModel

/// Single steps of driven graphs: how they are restored, and how local ones run.
extension Client {
  var stepReader: StepReader { StepReader(seams: seams) }
  var graphReader: GraphReader { GraphReader(storage: storage) }

  /// Brings a graph up to what is in the store.
  func load(_ driven: DrivenGraph) async throws(Failure) {
    let steps = driven.run.steps
    let ids = steps.filter { $0.state == .running || $0.state == .failed }.compactMap(\.job)
    let jobs = try await storage.jobs(matching: JobQuery(ids: ids))
    for (step, standing) in steps.enumerated() {
      if let id = standing.job { graphs.steps[id] = StepPlace(graph: driven.run.id, step: step) }
    }
    driven.restore(from: jobs)
    try await wake(jobs, of: driven.run)
  }

  /// Takes over what somebody else made of a graph.
  func reload(_ driven: DrivenGraph) async throws(Failure) {
    guard let fresh = try await graphReader.run(driven.run.id) else { return }
    if driven.replace(by: fresh) { try await load(driven) }
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

  /// What a graph without a driver can be told about its jobs: they have ended.
  func settleUndriven(_ graph: GraphID) async throws(Failure) {
    guard graphs.driven[graph] == nil, let run = try await graphReader.run(graph), !run.isEnded
    else { return }
    let jobs = try await storage.jobs(matching: JobQuery(ids: run.steps.compactMap(\.job)))
    let cancelled = Set(
      jobs.filter { if case .cancelled = $0.state { true } else { false } }.map(\.id))
    let now = clock.now
    _ = try await storage.change(graph: graph) { run in
      GraphOrders.settle(run, cancelled: cancelled, at: now)
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
