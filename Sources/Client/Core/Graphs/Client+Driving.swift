import ClientModel

/// Advancing graphs: what a step's end means is decided by `RequestGraph`; here it is carried out.
///
///     job ends ──► news ──► drive: verdict, prepare what may start ──► one commit ──► jobs queued
extension Client {
  /// Takes over graphs that no live process advances; the queue runner calls this.
  func adoptGraphs() async throws(Failure) {
    let found = try await storage.graphs(matching: GraphQuery(standing: .adoptable))
    take(found)
    stopBatchesSoon(found)
    for run in found.reversed() where graphs.driven[run.id] == nil && run.rows == nil {
      do throws(Failure) {
        guard try await storage.material(of: run.id) != nil else { continue }
      } catch {
        // The graph stays open and unchanged, and does not prevent other graphs from being taken over.
        publish(.noticed(error))
        continue
      }
      try await takeUp([run])
    }
  }

  /// The same, when a process has ended.
  func adoptSoon() {
    guard runner.isRunner, !lifetime.isQuitting else { return }
    Task {
      do throws(Failure) { try await adoptGraphs() } catch { publish(.noticed(error)) }
    }
  }

  func takeUp(_ runs: [GraphRun]) async throws(Failure) {
    for run in runs where !run.isEnded && graphs.driven[run.id] == nil && run.rows == nil {
      guard let material = try await storage.material(of: run.id) else { continue }
      let graph: RequestGraph
      do throws(GraphFlaw) {
        graph = try RequestGraph(run.plan, states: run.steps.map(\.state))
      } catch {
        publish(
          .noticed(Failure(.storage, what: error.what, why: error.why, whatToDo: error.whatToDo)))
        continue
      }
      guard graphs.driven[run.id] == nil else { continue }
      let driven = DrivenGraph(run, graph, material)
      graphs.driven[run.id] = driven
      do throws(Failure) {
        try await load(driven)
      } catch {
        driven.isLoaded = true
        noteIdleness()
        throw error
      }
      driven.isLoaded = true
      drive(driven)
      if driven.driver == nil { noteIdleness() }
    }
  }

  /// Takes over what other processes did to graphs.
  func absorb(_ runs: [GraphRun], from place: Event.Place = .here) async throws(Failure) {
    guard !runs.isEmpty else { return }
    take(runs)
    stopBatchesSoon(runs)
    for run in runs where run.rows == nil {
      guard let driven = graphs.driven[run.id] else {
        if run.isEnded { for job in run.steps.compactMap(\.job) { graphs.steps[job] = nil } }
        continue
      }
      driven.isOutdated = true
      drive(driven)
    }
    if runner.isRunner,
      runs.contains(where: { !$0.isEnded && $0.rows == nil && graphs.driven[$0.id] == nil })
    {
      try await adoptGraphs()
    }
    publish(.graphsChanged(runs), from: place)
    tellGraphWaiters()
  }

  /// Records which jobs belong to graphs, before changes of these jobs are published. This includes this
  /// process's own jobs: their commit may be read here before the call that made it returns.
  func notePlaces(in runs: [GraphRun]) {
    for run in runs
    where !run.isEnded && (publisher.subscribers.wanted != 0 || graphs.driven[run.id] != nil) {
      for (step, standing) in run.steps.enumerated() {
        if let id = standing.job { graphs.steps[id] = StepPlace(graph: run.id, step: step) }
      }
    }
  }

  /// Notifies graphs, batches and their waiters of jobs that changed.
  func noteSteps(_ jobs: [Job]) {
    if !graphs.waiters.isEmpty, jobs.contains(where: \.state.isSettled) { tellGraphWaiters() }
    noteRows(jobs)
    guard !graphs.steps.isEmpty else { return }
    for job in jobs {
      guard let place = graphs.steps[job.id], let driven = graphs.driven[place.graph],
        driven.hear(of: job, at: place.step)
      else { continue }
      drive(driven)
    }
  }

  func tellGraphWaiters() {
    graphs.waiters.resumeAll()
  }

  /// Starts a task that processes a graph's pending events; only one task per graph does so at a time.
  func drive(_ driven: DrivenGraph) {
    guard driven.driver == nil, driven.hasWork || driven.run.isEnded else { return }
    waiting.idle.wasBusy = true
    driven.driver = Task { await driveOn(driven) }
  }

  private func driveOn(_ driven: DrivenGraph) async {
    while driven.hasWork {
      do throws(Failure) {
        try await advance(driven)
      } catch {
        // The store takes no writes: what is to be written is kept, and tried again.
        publish(.noticed(error))
        if lifetime.isQuitting { break }
        await clock.wait(until: clock.now.advanced(by: .seconds(1)))
      }
      if lifetime.isQuitting, driven.news.isEmpty { break }
    }
    driven.driver = nil
    if driven.run.isEnded, driven.local.isEmpty { forget(driven) }
    noteIdleness()
  }

  private func forget(_ driven: DrivenGraph) {
    graphs.driven[driven.run.id] = nil
    graphs.own.remove(driven.run.id)
    for job in driven.run.steps.compactMap(\.job) { graphs.steps[job] = nil }
  }

  /// One round: all news, then one commit of what follows from them.
  private func advance(_ driven: DrivenGraph) async throws(Failure) {
    if driven.isOutdated { try await reload(driven) }
    while !driven.news.isEmpty { driven.takeNews() }
    let urgency: Job.Urgency = graphs.own.contains(driven.run.id) ? .now : .queued
    var jobs: [(step: Int, job: NewJob)] = []
    var local: [(step: Int, input: [UInt8])] = []
    while !lifetime.isQuitting, driven.run.order == .run, !driven.ready.isEmpty {
      let step = driven.ready.removeFirst()
      do throws(Failure) {
        switch try await stepReader.preparation(of: step, in: driven, urgency: urgency) {
        case .job(let job):
          let prepared = try await seams.prepared([job])
          for job in prepared { jobs.append((step, job)) }
        case .local(let input): local.append((step, input))
        }
      } catch {
        driven.failures[step] = error
        driven.take(driven.graph.failed(step))
      }
    }
    let known = driven.run
    let change = GraphChange(
      steps: driven.standing(at: clock.now), order: known.order, at: clock.now, jobs: jobs,
      results: driven.results)
    guard change.steps != known.steps || !jobs.isEmpty || !local.isEmpty else { return }
    do throws(Failure) {
      let receipt = try await storage.change(graph: known.id) { run in
        run.steps == known.steps && run.order == known.order ? change : nil
      }
      guard let receipt else {
        // Somebody else changed it first: it is read again, and what was prepared is prepared anew.
        driven.isOutdated = true
        driven.ready = jobs.map(\.step) + local.map(\.step) + driven.ready
        return
      }
      driven.results = [:]
      driven.failures = [:]
      driven.run = receipt.run
      await start(jobs, receipt, local, in: driven)
    } catch {
      driven.ready = jobs.map(\.step) + local.map(\.step) + driven.ready
      throw error
    }
  }

  /// After a commit: the jobs go before the queue, local steps start, listeners hear of it.
  private func start(
    _ jobs: [(step: Int, job: NewJob)], _ receipt: GraphReceipt,
    _ local: [(step: Int, input: [UInt8])], in driven: DrivenGraph
  ) async {
    let now = clock.now
    if driven.began == nil { driven.began = receipt.run.steps.compactMap(\.since).min() }
    var added: [Job] = []
    for ((step, new), id) in zip(jobs, receipt.added) {
      graphs.steps[id] = StepPlace(graph: receipt.run.id, step: step)
      if new.urgency == .now { pipeline.attempts.addImmediate(id) }
      added.append(Job(new, id: id, at: now))
    }
    for (step, input) in local { run(step, on: input, in: driven) }
    publish(.graphsChanged([receipt.run]))
    tellGraphWaiters()
    guard !added.isEmpty else { return }
    touch(added)
    if cache != nil, jobs.contains(where: \.job.asksCache) {
      await answerOrEnqueue(added, jobs.map(\.job))
    } else {
      await enqueue(added)
      publish(.jobsChanged(added))
      fill()
    }
  }

  /// Ends the graphs' work with the client's: local steps finish or are stopped, and what they gave
  /// is written.
  func restGraphs() async {
    while let driven = graphs.driven.values.first(where: { $0.driver != nil || !$0.local.isEmpty })
    {
      if lifetime.quitting == .stop { driven.stopLocal() }
      if let driver = driven.driver {
        await driver.value
      } else {
        await driven.local.values.first?.value
      }
    }
  }
}
