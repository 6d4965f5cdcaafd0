package import ClientModel

/// User commands on a graph. Each function computes the change of a graph, or returns nil if the
/// command does not apply. The functions run inside the store's transaction.
package enum GraphCommands {
  /// Puts a graph on hold. No more steps start until the graph is released.
  package static func hold(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    guard run.instruction == .run, !run.isEnded else { return nil }
    return GraphChange(steps: run.steps, instruction: .hold, at: now)
  }

  package static func release(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    guard run.instruction == .hold else { return nil }
    return GraphChange(steps: run.steps, instruction: .run, at: now)
  }

  /// Stops a graph. Steps that have not started never run. Running jobs must be cancelled
  /// separately.
  package static func stop(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    guard run.instruction != .stop, !run.isEnded else { return nil }
    var steps = run.steps
    for step in steps.indices where steps[step].state == .waiting {
      steps[step].state = .notRun
      steps[step].since = now
    }
    return GraphChange(steps: steps, instruction: .stop, at: now)
  }

  /// Retries failed and cancelled steps. The steps that were skipped or not run because of these
  /// steps also run again.
  ///
  /// A retried step becomes running if it has a job, because that job is retried. A step that has
  /// no job becomes waiting.
  ///
  /// - Parameter steps: The failed or cancelled steps to retry, or nil for all.
  package static func again(
    _ run: GraphRun, steps: [Int]? = nil, at now: Timestamp
  ) -> GraphChange? {
    if run.rows != nil { return unstop(run, at: now) }
    let failed = run.steps.indices.filter { run.steps[$0].state.isUnsuccessful }
    let chosen = steps.map { wanted in failed.filter(wanted.contains) } ?? failed
    guard !chosen.isEmpty else { return steps == nil ? resume(run, at: now) : nil }
    guard var graph = graph(run) else { return nil }
    for step in chosen { _ = graph.again(step) }
    var steps = run.standing(graph, at: now)
    for step in steps.indices {
      // The graph released this step, but its job is not committed yet. The step remains waiting
      // until then.
      if steps[step].state == .running, !chosen.contains(step), run.steps[step].state != .running {
        steps[step].state = .waiting
      }
    }
    for step in chosen {
      steps[step].failure = nil
      if steps[step].job == nil { steps[step].state = .waiting }
    }
    return GraphChange(steps: steps, instruction: .run, at: now)
  }

  /// Lets the rows of a cancelled batch start again after a retry.
  static func unstop(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    run.instruction == .stop ? GraphChange(steps: [], instruction: .run, at: now) : nil
  }

  /// Marks steps as cancelled after their jobs were cancelled. Used for a graph that no process
  /// advances.
  static func settle(_ run: GraphRun, cancelled: Set<JobID>, at now: Timestamp) -> GraphChange? {
    var steps = run.steps
    for step in steps.indices where steps[step].state == .running {
      guard let job = steps[step].job, cancelled.contains(job) else { continue }
      steps[step].state = .cancelled
      steps[step].since = now
    }
    return steps == run.steps
      ? nil : GraphChange(steps: steps, instruction: run.instruction, at: now)
  }

  /// Resumes a stopped graph that has no failure.
  private static func resume(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    guard run.steps.contains(where: { $0.state == .notRun }) else { return nil }
    var steps = run.steps
    for step in steps.indices where steps[step].state == .notRun {
      steps[step].state = .waiting
      steps[step].since = now
    }
    return GraphChange(steps: steps, instruction: .run, at: now)
  }

  private static func graph(_ run: GraphRun) -> RequestGraph? {
    do throws(GraphFlaw) {
      return try RequestGraph(run.plan, states: run.steps.map(\.state))
    } catch {
      // This cannot happen, because the plan was validated when it was submitted.
      return nil
    }
  }
}

extension GraphRun {
  /// Returns the steps with their states in the graph. A step whose state changed gets the current
  /// time.
  func standing(_ graph: RequestGraph, at now: Timestamp) -> [StepProgress] {
    zip(steps, graph.states).map { step, state in
      guard step.state != state else { return step }
      var moved = step
      moved.state = state
      moved.since = now
      if state == .running { moved.started = now }
      return moved
    }
  }
}
