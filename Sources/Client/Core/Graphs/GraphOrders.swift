public import ClientModel

/// What a user's order makes of a graph: pure functions from a graph as it stands to its change.
/// Nil means that the order does not apply. They run inside the store's transaction.
public enum GraphOrders {
  /// Starts nothing more until it is released.
  public static func hold(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    guard run.order == .run, !run.isEnded else { return nil }
    return GraphChange(steps: run.steps, order: .hold, at: now)
  }

  public static func release(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    guard run.order == .hold else { return nil }
    return GraphChange(steps: run.steps, order: .run, at: now)
  }

  /// Gives up what has not begun; jobs that run are cancelled beside this.
  public static func stop(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    guard run.order != .stop, !run.isEnded else { return nil }
    var steps = run.steps
    for step in steps.indices where steps[step].state == .waiting {
      steps[step].state = .notRun
      steps[step].since = now
    }
    return GraphChange(steps: steps, order: .stop, at: now)
  }

  /// Takes failed steps up again, and what was given up because of them. A step whose job is being
  /// tried again runs; any other starts anew.
  ///
  /// - Parameter steps: Which; nil for all that failed.
  public static func again(
    _ run: GraphRun, steps: [Int]? = nil, at now: Timestamp
  ) -> GraphChange? {
    if run.rows != nil { return unstop(run, at: now) }
    let failed = run.steps.indices.filter { run.steps[$0].state == .failed }
    let chosen = steps.map { wanted in failed.filter(wanted.contains) } ?? failed
    guard !chosen.isEmpty else { return steps == nil ? resume(run, at: now) : nil }
    guard var graph = graph(run) else { return nil }
    for step in chosen { _ = graph.again(step) }
    var steps = run.standing(graph, at: now)
    for step in steps.indices {
      // What waits has been given free by `again`; it starts when its job is committed.
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

  /// Rows of a batch that was cancelled may start again, once they are tried again.
  static func unstop(_ run: GraphRun, at now: Timestamp) -> GraphChange? {
    run.order == .stop ? GraphChange(steps: [], order: .run, at: now) : nil
  }

  /// Marks steps as failed whose jobs were cancelled, in a graph that no process advances.
  static func settle(_ run: GraphRun, cancelled: Set<JobID>, at now: Timestamp) -> GraphChange? {
    var steps = run.steps
    for step in steps.indices where steps[step].state == .running {
      guard let job = steps[step].job, cancelled.contains(job) else { continue }
      steps[step].state = .failed
      steps[step].since = now
    }
    return steps == run.steps ? nil : GraphChange(steps: steps, order: run.order, at: now)
  }

  /// A graph that was stopped though nothing failed goes on where it was.
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
      // What was submitted had been looked at.
      return nil
    }
  }
}

extension GraphRun {
  /// How its steps stand by a graph's states; a step that moved has moved now.
  func standing(_ graph: RequestGraph, at now: Timestamp) -> [StepStanding] {
    zip(steps, graph.states).map { step, state in
      guard step.state != state else { return step }
      var moved = step
      moved.state = state
      moved.since = now
      return moved
    }
  }
}
