import ClientModel

/// Reads, prepares and commits what graphs need; what a step's end means is decided by `RequestGraph`.
///
///     job ends ──► event ──► round: decide, prepare what may start ──► one commit ──► jobs queued
struct GraphWorker {
  let seams: Seams
  let publisher: EventPublisher

  /// What one commit of a graph started.
  struct Round {
    let receipt: GraphReceipt
    let jobs: [(step: Int, job: NewJob)]
    /// Local steps, and what they get on standard input.
    let local: [(step: Int, input: [UInt8])]
  }

  private var storage: any Storage { seams.storage }
  private var reader: GraphReader { GraphReader(storage: storage) }

  /// A stored graph to be advanced by this process; nil when its requests are not stored any more, or when its
  /// plan cannot be read, which is reported.
  nonisolated(nonsending) func open(_ run: GraphRun) async throws(Failure) -> DrivenGraph? {
    guard let material = try await storage.material(of: run.id) else { return nil }
    do throws(GraphFlaw) {
      return DrivenGraph(
        run, try RequestGraph(run.plan, states: run.steps.map(\.state)), material)
    } catch {
      publisher.report(
        Failure(.storage, what: error.what, why: error.why, whatToDo: error.whatToDo))
      return nil
    }
  }

  /// The jobs of a graph's running, failed and cancelled steps, as they are stored.
  nonisolated(nonsending) func jobs(of driven: DrivenGraph) async throws(Failure) -> [Job] {
    let steps = driven.run.steps.filter { $0.state == .running || $0.state.isUnsuccessful }
    return try await storage.jobs(matching: JobQuery(ids: steps.compactMap(\.job)))
  }

  /// Takes over what another process or a user command made of a graph.
  ///
  /// A changed graph is to be loaded again; one that was deleted has no work any more.
  nonisolated(nonsending) private func reload(_ driven: DrivenGraph) async throws(Failure) {
    if let fresh = try await reader.run(driven.run.id) {
      driven.replace(by: fresh)
    } else {
      driven.drop()
    }
  }

  /// Advances a graph until it has no work left. While the store takes no writes, publishes the failure and
  /// tries again after a second.
  ///
  /// - Parameters:
  ///   - scheduling: The scheduling of new jobs.
  ///   - mayStart: Whether new steps may start. Once it returns false, only pending events are processed.
  ///   - load: Brings the graph up to the stored state of its jobs, after it was opened or another process
  ///     changed it. It is called again until it succeeds.
  ///   - begin: Begins what a commit started.
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

  /// Applies all pending events of a graph and commits what follows from them.
  ///
  /// - Parameters:
  ///   - scheduling: The scheduling of new jobs.
  ///   - mayStart: Whether new steps may start; asked before each.
  /// - Returns: Nil when there was nothing to commit, or when another change came first: the graph is then
  ///   outdated.
  nonisolated(nonsending) func advance(
    _ driven: DrivenGraph, scheduling: Job.Scheduling, while mayStart: () -> Bool
  ) async throws(Failure) -> Round? {
    while !driven.pendingResults.isEmpty { driven.takeResult() }
    var jobs: [(step: Int, job: NewJob)] = []
    var local: [(step: Int, input: [UInt8])] = []
    let steps = StepReader(seams: seams)
    while mayStart(), driven.run.order == .run, !driven.ready.isEmpty {
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
      steps: driven.standing(at: seams.clock.now), order: known.order, at: seams.clock.now,
      jobs: jobs, results: driven.results)
    guard change.steps != known.steps || !jobs.isEmpty || !local.isEmpty else { return nil }
    func putBack() { driven.ready = jobs.map(\.step) + local.map(\.step) + driven.ready }
    do throws(Failure) {
      let receipt = try await storage.change(graph: known.id) { run in
        run.steps == known.steps && run.order == known.order ? change : nil
      }
      guard let receipt else {
        // The graph is read again, and what was prepared is prepared anew.
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

  /// Runs a local step.
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

  /// Ends what a graph without a driver still waits for: the steps whose jobs were cancelled.
  nonisolated(nonsending) func settle(_ graph: GraphID) async throws(Failure) {
    guard let run = try await reader.run(graph), !run.isEnded else { return }
    let jobs = try await storage.jobs(matching: JobQuery(ids: run.steps.compactMap(\.job)))
    let cancelled = Set(
      jobs.filter { if case .cancelled = $0.state { true } else { false } }.map(\.id))
    let now = seams.clock.now
    _ = try await storage.change(graph: graph) { run in
      GraphOrders.settle(run, cancelled: cancelled, at: now)
    }
  }
}
