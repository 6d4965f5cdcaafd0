import ClientModel

/// Updates a graph when its steps end.
extension DrivenGraph {
  /// Applies the stored states of jobs to the steps. A finished job becomes a pending result. An
  /// interrupted local step starts again or fails.
  ///
  /// - Parameter jobs: The jobs of running and failed steps. Deleted jobs are missing.
  func restore(from jobs: [Job]) {
    let byID = Dictionary(jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    ready = []
    for (step, standing) in run.steps.enumerated() {
      switch (standing.state, standing.job) {
      case (.running, let id?):
        if let job = byID[id] {
          if job.state.word.isFinished { pendingResults.append(.ended(step, job)) }
        } else {
          pendingResults.append(.failed(step, Self.gone(id)))
        }
      case (.running, nil): resumeLocal(step)
      case (.failed, let id?), (.cancelled, let id?):
        if let job = byID[id], !job.state.word.isFinished { pendingResults.append(.again(step)) }
      default: continue
      }
    }
    take(graph.begin())
    if run.instruction == .stop { take(graph.stop()) }
  }

  /// Starts a local step again, or fails it, after its process ended. Steps that run in this
  /// process continue.
  private func resumeLocal(_ step: Int) {
    let isNew = pendingResults.contains { result in
      switch result {
      case .gave(let other, _), .failed(let other, _), .cancelled(let other): other == step
      case .ended, .again: false
      }
    }
    guard local[step] == nil, !isNew else { return }
    switch run.plan.steps[step].work {
    case .request, .jq:
      guard run.instruction == .stop else { return ready.append(step) }
      pendingResults.append(
        .failed(
          step,
          Failure(
            .program, what: "The step was interrupted.", why: "The graph was cancelled.",
            whatToDo: "Retry the graph to run the step again.")))
    case .command(let words):
      pendingResults.append(
        .failed(
          step,
          Failure(
            .program, what: "The program `\(words.first ?? "")` was interrupted.",
            why: "Weir ended while the program ran. The effect of the program is unknown.",
            whatToDo: "Check whether the program took effect, then retry the graph.")))
    }
  }

  private static func gone(_ job: JobID) -> Failure {
    Failure(
      .storage, what: "Job \(job) no longer exists.", why: "It was deleted before its graph ended.",
      whatToDo: "Run the graph again.")
  }

  /// Records a changed job of a step.
  ///
  /// - Returns: Whether the graph must process the change.
  func record(of job: Job, at step: Int) -> Bool {
    switch graph.states[step] {
    case .running:
      guard job.state.word.isFinished else { return false }
      pendingResults.append(.ended(step, job))
    case .failed, .cancelled:
      // A cancelled graph continues only after the user retries it.
      guard !job.state.word.isFinished, run.instruction != .stop else { return false }
      pendingResults.append(.again(step))
    case .waiting, .done, .skipped, .notRun: return false
    }
    return true
  }

  func takeResult() {
    guard let first = pendingResults.first else { return }
    switch first {
    case .ended(let step, let job):
      switch job.state {
      case .succeeded: take(graph.done(step))
      case .cancelled: take(graph.cancelled(step))
      case .failed(let failure):
        failures[step] = failure
        take(graph.failed(step))
      case .held, .waiting, .running, .polling, .skipped, .interrupted: take(graph.failed(step))
      }
    case .gave(let step, let result):
      results[step] = result
      take(graph.done(step))
    case .failed(let step, let failure):
      failures[step] = failure
      take(graph.failed(step))
    case .cancelled(let step): take(graph.cancelled(step))
    case .again(let step): take(graph.again(step))
    }
    pendingResults.removeFirst()
  }

  /// Replaces the graph with a newer committed version. The uncommitted results of local steps
  /// become pending again.
  func replace(by fresh: GraphRun) {
    isOutdated = false
    guard fresh != run else { return }
    do throws(GraphFlaw) {
      graph = try RequestGraph(fresh.plan, states: fresh.steps.map(\.state))
    } catch {
      // The plan was validated when it was submitted, so this cannot happen.
      return
    }
    run = fresh
    isLoaded = false
    rememberLocal()
  }

  /// Stops all work, because the graph was deleted.
  func drop() {
    (pendingResults, ready) = ([], [])
    (isOutdated, isLoaded) = (false, true)
  }
}
