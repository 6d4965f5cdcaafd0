package import ClientModel

/// User commands on a graph: pure functions from the current graph to its change. A function
/// returns nil if the command does not apply. The functions run inside the store's transaction.
package enum GraphCommands {
  /// Returns the change that holds a graph: no more steps start until the graph is released.
  package static func hold(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    guard run.instruction == .run, !run.isEnded else { return nil }
    return GraphChange(steps: run.steps, order: .hold, at: now)
  }

  package static func release(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    guard run.instruction == .hold else { return nil }
    return GraphChange(steps: run.steps, order: .run, at: now)
  }

  /// Returns the change that stops a graph: the steps that have not started are marked as not run.
  /// Running jobs are cancelled separately.
  package static func stop(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    guard run.instruction != .stop, !run.isEnded else { return nil }
    var steps = run.steps
    for step in steps.indices where steps[step].state == .waiting {
      steps[step].state = .notRun
      steps[step].since = now
    }
    return GraphChange(steps: steps, order: .stop, at: now)
  }

  /// Returns the change that retries failed and cancelled steps, and the steps that were skipped or
  /// not run because of them. A retried step with a job becomes running, because its job is
  /// retried. The other steps become waiting.
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
      // A step that `again` released remains waiting. It starts when its job is committed.
      if steps[step].state == .running, !chosen.contains(step), run.steps[step].state != .running {
        steps[step].state = .waiting
      }
    }
    for step in chosen {
      steps[step].failure = nil
      if steps[step].job == nil { steps[step].state = .waiting }
    }
    return GraphChange(steps: steps, order: .run, at: now)
  }

  /// Returns the change that allows the rows of a cancelled batch to start again after a retry.
  static func unstop(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    run.instruction == .stop ? GraphChange(steps: [], order: .run, at: now) : nil
  }

  /// Returns the change that marks the steps of cancelled jobs as cancelled, in a graph that no
  /// process advances.
  static func settle(_ run: GraphRun, cancelled: Set<JobID>, at now: Timestamp) -> GraphChange? {
    var steps = run.steps
    for step in steps.indices where steps[step].state == .running {
      guard let job = steps[step].job, cancelled.contains(job) else { continue }
      steps[step].state = .cancelled
      steps[step].since = now
    }
    return steps == run.steps ? nil : GraphChange(steps: steps, order: run.instruction, at: now)
  }

  /// Returns the change that resumes a graph that was stopped without a failure.
  private static func resume(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    guard run.steps.contains(where: { $0.state == .notRun }) else { return nil }
    var steps = run.steps
    for step in steps.indices where steps[step].state == .notRun {
      steps[step].state = .waiting
      steps[step].since = now
    }
    return GraphChange(steps: steps, order: .run, at: now)
  }

  private static func graph(_ run: GraphRun) -> RequestGraph? {
    do throws(GraphFlaw) {
      return try RequestGraph(run.plan, states: run.steps.map(\.state))
    } catch {
      // The plan was validated when it was submitted, so this cannot happen.
      return nil
    }
  }
}

extension GraphRun {
  /// Returns the steps with the states of a graph. A step whose state changed gets the current
  /// time.
  func standing(_ graph: RequestGraph, at now: Timestamp) -> [StepProgress] {
    zip(steps, graph.states).map { step, state in
      guard step.state != state else { return step }
      var moved = step
      moved.state = state
      moved.since = now
      return moved
    }
  }
}
