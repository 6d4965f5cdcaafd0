import ClientModel

/// Reads, prepares and commits the data of graphs. `RequestGraph` decides which steps follow a
/// finished step.
///
///     job ends → event → round: decide and prepare steps → one commit → jobs queued
struct GraphWorker {
  let seams: Seams
  let publisher: EventPublisher

  /// The jobs and local steps that one commit started.
  struct Round {
    let receipt: GraphReceipt
    let jobs: [(step: Int, job: NewJob)]
    /// The local steps and their standard input.
    let local: [(step: Int, input: [UInt8])]
  }

  private var store: Store { seams.store }
  private var reader: GraphReader { GraphReader(graphs: store.graphs, jobs: store.jobs) }

  /// Opens a stored graph so that this process can advance it.
  ///
  /// Returns nil if the graph's requests are no longer stored, or if its plan is invalid. An
  /// invalid plan is reported.
  nonisolated(nonsending) func open(_ run: GraphRun) async throws(Failure) -> DrivenGraph? {
    guard let material = try await store.graphs.material(of: run.id) else { return nil }
    do throws(GraphFlaw) {
      return DrivenGraph(
        run, try RequestGraph(run.plan, states: run.steps.map(\.state)), material)
    } catch {
      publisher.report(
        Failure(.storage, what: error.what, why: error.why, whatToDo: error.whatToDo))
      return nil
    }
  }

  /// Returns the jobs of a graph's running, failed and cancelled steps.
  nonisolated(nonsending) func jobs(of driven: DrivenGraph) async throws(Failure) -> [Job] {
    let steps = driven.run.steps.filter { $0.state == .running || $0.state.isUnsuccessful }
    return try await store.jobs.jobs(matching: JobQuery(ids: steps.compactMap(\.job)))
  }

  /// Reads a graph again after another process or a user command changed it.
  ///
  /// A changed graph must then be loaded again. A deleted graph has no more work.
  nonisolated(nonsending) private func reload(_ driven: DrivenGraph) async throws(Failure) {
    if let fresh = try await reader.run(driven.run.id) {
      driven.replace(by: fresh)
    } else {
      driven.drop()
    }
  }

  /// Advances a graph until it has no more work. After a failure, publishes the failure and retries
  /// after one second.
  ///
  /// - Parameters:
  ///   - scheduling: The scheduling of new jobs.
  ///   - mayStart: Returns whether new steps may start. After it returns false, only pending
  ///     results are processed.
  ///   - load: Updates the graph from the stored states of its jobs. Called after the graph was
  ///     opened or changed by another process, and repeated until it succeeds.
  ///   - begin: Starts the committed jobs and local steps.
  nonisolated(nonsending) func run(
    _ driven: DrivenGraph, scheduling: Job.Scheduling, while mayStart: () -> Bool,
    load: () async throws(Failure) -> Void, begin: (Round) async -> Void
  ) async {
    while driven.hasWork {
      do throws(Failure) {
        if driven.isOutdated { try await reload(driven) }
        if !driven.isLoaded {
          try await load()
          driven.isLoaded = true
        }
        let round = try await advance(driven, scheduling: scheduling, while: mayStart)
        if let round { await begin(round) }
      } catch {
        publisher.report(error)
        if !mayStart() { break }
        await seams.clock.wait(for: .seconds(1))
      }
      if !mayStart(), driven.pendingResults.isEmpty { break }
    }
  }

  /// Applies the pending results of a graph and commits the new state.
  ///
  /// - Parameters:
  ///   - scheduling: The scheduling of new jobs.
  ///   - mayStart: Returns whether new steps may start. Called before each step.
  /// - Returns: The committed jobs and steps. Nil if there was nothing to commit, or if another
  ///   change was committed first. In the second case, the graph is marked as outdated.
  nonisolated(nonsending) func advance(
    _ driven: DrivenGraph, scheduling: Job.Scheduling, while mayStart: () -> Bool
  ) async throws(Failure) -> Round? {
    while !driven.pendingResults.isEmpty { driven.takeResult() }
    var jobs: [(step: Int, job: NewJob)] = []
    var local: [(step: Int, input: [UInt8])] = []
    let steps = StepReader(seams: seams)
    while mayStart(), driven.run.instruction == .run, !driven.ready.isEmpty {
      let step = driven.ready.removeFirst()
      do throws(Failure) {
        switch try await steps.preparation(of: step, in: driven, scheduling: scheduling) {
        case .job(let job):
          for job in try await seams.prepared([job]) { jobs.append((step, job)) }
        case .local(let input): local.append((step, input))
        }
      } catch {
        driven.failures[step] = error
        driven.take(driven.graph.failed(step))
      }
    }
    let known = driven.run
    let change = GraphChange(
      steps: driven.standing(at: seams.clock.now), instruction: known.instruction,
      at: seams.clock.now,
      jobs: jobs, results: driven.results)
    guard change.steps != known.steps || !jobs.isEmpty || !local.isEmpty else { return nil }
    func putBack() { driven.ready = jobs.map(\.step) + local.map(\.step) + driven.ready }
    do throws(Failure) {
      let receipt = try await store.graphs.change(graph: known.id) { run in
        run.steps == known.steps && run.instruction == known.instruction ? change : nil
      }
      guard let receipt else {
        // The graph is read again, and then its steps are prepared again.
        driven.isOutdated = true
        putBack()
        return nil
      }
      driven.committed(receipt.run)
      return Round(receipt: receipt, jobs: jobs, local: local)
    } catch {
      putBack()
      throw error
    }
  }

  /// Runs a local step and returns its result. Returns nil if the step is a request.
  nonisolated(nonsending) func run(
    _ step: Int, on input: [UInt8], in driven: DrivenGraph
  ) async -> DrivenGraph.StepResult? {
    let local = LocalStep(programs: seams.programs)
    do throws(Failure) {
      switch driven.run.plan.steps[step].work {
      case .request: return nil
      case .jq(let program):
        return .gave(step, try await local.jq(program, on: input) ?? Array("null".utf8))
      case .command(let words):
        return .gave(step, try await local.command(words, on: input, in: driven.run.workspace))
      }
    } catch {
      return Task.isCancelled ? .cancelled(step) : .failed(step, error)
    }
  }

  /// Marks the steps of cancelled jobs as cancelled. Used for a graph that no process advances.
  nonisolated(nonsending) func settle(_ graph: GraphID) async throws(Failure) {
    guard let run = try await reader.run(graph), !run.isEnded else { return }
    let jobs = try await store.jobs.jobs(matching: JobQuery(ids: run.steps.compactMap(\.job)))
    let cancelled = Set(
      jobs.filter { if case .cancelled = $0.state { true } else { false } }.map(\.id))
    let now = seams.clock.now
    _ = try await store.graphs.change(graph: graph) { run in
      GraphCommands.settle(run, cancelled: cancelled, at: now)
    }
  }
}
