import ClientModel

/// Functions that update a graph when its steps end.
extension DrivenGraph {
  /// Applies the stored states of the steps' jobs. Jobs that ended in the meantime become pending
  /// results. Local steps that were running when their process ended start again or fail.
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

  /// Starts or fails a local step that was running when its process ended. A step that runs in this
  /// process continues.
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

  /// Records a change of a step's job.
  ///
  /// - Returns: Whether the graph must process the change.
  func record(of job: Job, at step: Int) -> Bool {
    switch graph.states[step] {
    case .running:
      guard job.state.word.isFinished else { return false }
      pendingResults.append(.ended(step, job))
    case .failed, .cancelled:
      // A cancelled graph continues only if the user retries it.
      guard !job.state.word.isFinished, run.instruction != .stop else { return false }
      pendingResults.append(.again(step))
    case .waiting, .done, .skipped, .notRun: return false
    }
    return true
  }

  /// Processes the first pending result.
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

  /// Replaces the graph with a version that another process or a user command committed.
  /// Uncommitted results of local steps become pending again.
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

  /// Discards all work, because the graph is no longer stored.
  func drop() {
    (pendingResults, ready) = ([], [])
    (isOutdated, isLoaded) = (false, true)
  }
}
