import ClientModel

/// The commands, keys and events that `AppModel` passes to the queue.
extension QueueModel {
  /// Performs a command on the selected job or its lane. Returns a notice if the command cannot
  /// act.
  package mutating func perform(_ command: QueueCommand) -> [Effect] {
    let effects = effects(of: command)
    show(effects)
    return effects
  }

  private mutating func effects(of command: QueueCommand) -> [Effect] {
    if let obstacle = obstacle(to: command) { return [.notify(obstacle)] }
    let onMarked = marked.perform(command, in: rows, lanes.phrase, deletions: &deletions)
    if let onMarked { return onMarked }
    switch command {
    case .filter:
      return [
        .ask(
          Prompt(QueueFilterPrompt(before: rows.arrangement.filter), text: rows.arrangement.filter))
      ]
    case .sort:
      let sorted = rows.arrangement.sorted
      return arrange(sorted)
        + [.notify(Notice(.info, "The queue is sorted: \(sorted.order.rawValue)."))]
    case .mark:
      guard let job = rows.selectedJob else { return effects(of: .fold) }
      marked.toggle(job)
      return []
    case .markAll: return marked.markAll(rows, search)
    case .compare: return []
    case .previousFailed: return goToFailed(-1)
    case .nextFailed where rows.selectedBatch == nil: return goToFailed(1)
    case .pauseAll: return [.queue(lanes.isAllPaused ? .resumeAll : .pauseAll)]
    case .workspaces: return toggleWorkspaces()
    case .retryFailed:
      if let graph = rows.containingGraph { return [.queue(.graph(graph.id, .retry))] }
      return [.queue(showsAllJobs ? .retryFailed : .listEnded(for: .retrying))]
    case .clearFinished where !showsAllJobs: return [.queue(.listEnded(for: .deleting))]
    case .clearFinished: return [.confirm(deletions.question(clearing: lanes))]
    case .pause, .raiseLimit, .lowerLimit, .liftHold:
      return currentLane.map { effects(of: command, on: $0.lane) } ?? []
    case .fold:
      if let section = rows.selectedSection {
        rows.fold(section)
        return [.queue(.fold(rows.folded))] + loads()
      }
      guard let graph = rows.foldable else { return [] }
      rows.fold(graph)
      guard let batch = rows.selectedBatch, !rows.graphs.isOpen(batch) else { return loads() }
      return [.queue(.loadRows(of: graph, 0..<0))]
    case .nextFailed:
      guard let batch = rows.selectedBatch else { return [] }
      var row = -1
      if case .step(let place) = rows.selected { row = place.step }
      return [.queue(.findFailed(of: batch.id, after: row))]
    case .saveRows:
      guard let batch = rows.selectedBatch else { return [] }
      let source = batch.plan.name.words(at: ".").first.map(String.init) ?? ""
      // If the rows come from a response, their source is a filter, which is not a suitable file
      // name.
      let isName = source.allSatisfy { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
      let name = isName && !source.isEmpty ? source : "rows"
      return [
        .ask(Prompt(SaveRowsPrompt(batch: batch.id), text: "\(name)-\(batch.id)-results.ndjson"))
      ]
    case .cancel, .retry, .runAgain, .edit, .resolve, .hold, .moveDown, .moveUp, .pollNow,
      .cancelAtServer, .delete, .show:
      if command == .show, rows.selectedSection != nil { return effects(of: .fold) }
      if command == .show, let failed = rows.failedStep { return [.confirm(failed)] }
      if command == .show, let (place, name) = rows.computedStep {
        return [.queue(.showResult(place, name: name))]
      }
      if let graph = rows.selectedGraph { return effects(of: command, on: graph) }
      return rows.selectedJob.map { effects(of: command, on: $0) } ?? []
    }
  }

  /// Whether all jobs are listed. A filter or a hidden workspace can hide jobs.
  private var showsAllJobs: Bool { rows.arrangement.filter.isEmpty && !lanes.hidesJobs }

  /// Lists the jobs of all workspaces, or only those of the current workspace.
  private mutating func toggleWorkspaces() -> [Effect] {
    let own = lanes.workspaces == nil ? lanes.home?.identities : nil
    let effects = showWorkspaces(own)
    return effects + [.notify(Notice(.info, "The queue shows the jobs \(lanes.phrase)."))]
  }

  /// Moves the selection by a movement key.
  package mutating func move(_ command: MoveCommand) -> [Effect] {
    if command == .first {
      rows.selectFirst()
    } else {
      rows.select(
        command.destination(from: rows.list.selected, count: rows.total, page: rows.list.height))
    }
    return loads()
  }

  /// Handles an event of the queue. Afterwards, requests visible rows that are not in memory.
  package mutating func receive(_ event: QueueEvent) -> [Effect] {
    switch event {
    case .jobs(let jobs, let offset, let total, let sections):
      loading = .idle
      // The list is outdated: it was read before the last change of the folds, or for another
      // interface.
      if let sections, sections.folded != rows.folded { return [.queue(.fold(rows.folded))] }
      receive(window: jobs, offset: offset, total: total, sections: sections)
    case .activity(let lanes, let ahead): (activity, self.ahead) = (lanes, ahead)
    case .changed(let jobs): receive(changed: jobs)
    case .lanes(let lanes): self.lanes.receive(lanes)
    case .futureLanes(let pause): lanes.futurePause = pause
    case .graphs(let graphs, let jobs): rows.receive(graphs: graphs, jobs: jobs)
    case .rows(let window, let graph):
      askedRows = nil
      rows.graphs.receive(window, of: graph)
    case .reported(let report, let use, let now):
      rows.graphs.receive(report)
      if use == .details, rows.selectedGraph?.id == report.run.id {
        return [.list(.showReport(report, at: now))]
      }
    case .failedRow(let row?, let graph): rows.select(row: row, of: graph)
    case .failedRow(nil, let graph):
      let notice = Notice.cannot(
        "No failed row follows.", "Batch \(graph) has none below this row.",
        "To search all its rows, start from its first line.")
      return [.notify(notice)]
    case .retryWithheld(let jobs, let others):
      return [.confirm(Confirmation(retrying: jobs, besides: others))]
    case .searched(let search): return receive(search)
    case .listed(let jobs, let failed): marked.mark(jobs, failed: failed)
    case .ended(let jobs): return receive(jobs)
    case .cancelledMarked(let unsent, let held, let begun):
      return .remembering(cancelOf: unsent, wereHeld: held, begun: begun)
    case .carriedOut(let effect): confirm(effect)
    case .progressed(let job, let progress): receive(progress: progress, of: job)
    case .runner(let runner): self.runner = runner
    }
    showUnconfirmed()
    return loads()
  }

  /// Handles a click on a row.
  ///
  /// - Parameter row: The index among all rows.
  package mutating func point(row: Int) -> [Effect] {
    rows.select(row)
    return loads()
  }

  /// Handles a turn of the mouse wheel.
  package mutating func scroll(by rows: Int) -> [Effect] {
    self.rows.scrollList(by: rows)
    return loads()
  }

  /// Sets the number of rows that the panel shows.
  package mutating func show(rows: Int) -> [Effect] {
    let isFirst = self.rows.total == 0 && loading == .idle
    self.rows.resize(height: rows)
    return isFirst ? ask() : loads()
  }

  /// Whether a job is being sent. The spinner turns while a job is being sent.
  package var isRunning: Bool {
    lanes.runningInAll > 0 || rows.window.contains { $0.state.word == .running }
      || rows.graphs.jobsInSight.contains { $0.state.word == .running }
  }

  /// The number of jobs that are being sent. The question about quitting shows this number.
  package var running: Int {
    // The events of a job arrive before the new counts of its lane. Both are used, so that the
    // question is also asked in between.
    let inSight = (rows.window + rows.graphs.jobsInSight).filter { $0.state.word == .running }
    return max(lanes.runningInAll, Set(inSight.map(\.id)).count)
  }

  mutating func loads() -> [Effect] {
    var effects = rows.needsWindow ? ask() : []
    if let (graph, rows) = rows.wantedRows, askedRows != rows {
      askedRows = rows
      effects.append(.queue(.loadRows(of: graph, rows)))
    }
    for graph in rows.takeUnreported() { effects.append(.queue(.readReport(of: graph, .line))) }
    return effects
  }

  private mutating func ask() -> [Effect] {
    loading = .asked
    let wanted = rows.wantedWindow
    return [.queue(.loadJobs(offset: wanted.lowerBound, limit: wanted.count))]
  }

  private func effects(of command: QueueCommand, on lane: Lane) -> [Effect] {
    switch command {
    case .pause: [.queue(lane.isPaused ? .resume(lane.key) : .pause(lane.key))]
    case .raiseLimit: [.queue(.setLimit(lane.limit + 1, of: lane.key))]
    case .lowerLimit: [.queue(.setLimit(lane.limit - 1, of: lane.key))]
    case .liftHold: [.queue(.liftHold(of: lane.key))]
    default: []
    }
  }

  private mutating func effects(of command: QueueCommand, on job: Job) -> [Effect] {
    switch command {
    case .cancel: job.cancelling
    case .retry: [.queue(.retry(job.id))]
    case .runAgain: [.queue(.runAgain(job.id))]
    case .edit: [.queue(.edit(job.id))]
    case .resolve:
      [
        .queue(.resolve(job.id)), .remember(UndoStep(final: "Marking job \(job.id) as done")),
      ]
    case .hold:
      if let graph = rows.graphs.holding(job) {
        [.queue(.graph(graph.id, .release))]
      } else {
        [.queue(job.isOnHold ? .release(job.id) : .hold(job.id))]
      }
    case .pollNow: [.queue(.pollNow(job.id))]
    case .cancelAtServer:
      [
        .queue(.cancelAtServer(job.id)),
        .remember(UndoStep(final: "Stopping job \(job.id) at its server")),
      ]
    case .delete: deletions.delete(job)
    case .moveDown: rows.neighbour(of: job, 1).map { [.queue(.reorder(job.id, .after($0)))] } ?? []
    case .moveUp: rows.neighbour(of: job, -1).map { [.queue(.reorder(job.id, .before($0)))] } ?? []
    case .show: [.showJob(job.id)]
    default: []
    }
  }

  private mutating func effects(of command: QueueCommand, on graph: GraphRun) -> [Effect] {
    switch command {
    case .cancel: return graph.cancelling
    case .retry: return [.queue(.graph(graph.id, .retry))]
    case .hold:
      return [.queue(.graph(graph.id, graph.instruction == .hold ? .release : .hold))]
    case .show:
      guard let report = rows.graphs.report(of: graph) else {
        return [.queue(.readReport(of: graph.id, .details))]
      }
      return [.list(.showReport(report, at: graph.since))]
    case .delete: return [.confirm(deletions.question(about: graph))]
    default: return []
    }
  }
}

extension GraphRun {
  /// The effects that cancel the graph. This cannot be undone.
  fileprivate var cancelling: [Effect] {
    let open = rows.map { $0.counts.total - $0.counts.ended } ?? steps.count { !$0.state.isEnded }
    let kind = rows == nil ? "step" : "row"
    let jobs = open == 1 ? "1 unfinished \(kind)" : "\(open.grouped) unfinished \(kind)s"
    return [
      .queue(.graph(id, .cancel)), .remember(UndoStep(final: "Cancelling \(title.lowercased())")),
      .notify(
        Notice(
          .info, "\(title) was cancelled with \(jobs). This cannot be undone.",
          whatToDo: "\(key: .queue(.retry)) runs the cancelled and failed \(kind)s again.")),
    ]
  }
}

extension Job {
  /// The effects that cancel the job. If no part of it was sent, the cancellation can be undone.
  var cancelling: [Effect] {
    guard canBeMoved else {
      return [
        .queue(.cancel([id])), .remember(UndoStep(final: "Cancelling job \(id)")),
        .notify(
          Notice(
            .info, "Job \(id) is being cancelled. This cannot be undone.",
            whatToDo: "\(key: .queue(.retry)) in the queue sends it again.")),
      ]
    }
    let held: [Effect] = state.word == .held ? [.queue(.hold(id))] : []
    return [
      .queue(.cancel([id])),
      .remember(UndoStep("Cancelling job \(id)", [.queue(.retry(id))] + held)),
      .notify(
        Notice(
          .info, "Job \(id) was cancelled.",
          whatToDo: "\(key: .app(.undo)) returns it to its lane.")),
    ]
  }

  /// Whether the job's position in the lane still matters.
  var canBeMoved: Bool { state.word == .waiting || state.word == .held }

  /// Whether the hold command releases the job. The job is held, or its polling is paused.
  package var isOnHold: Bool {
    switch state {
    case .held, .polling(_, nil): true
    default: false
    }
  }

  /// Whether a server may be working on the job. Such a job can be polled or dropped.
  package var isAtServer: Bool {
    switch state {
    case .polling: true
    case .held, .interrupted: remote != nil
    default: false
    }
  }

  /// Whether a server accepted the job and its result is not known yet. True while a poll is being
  /// sent.
  package var isPolled: Bool { remote != nil && !state.word.isFinished && state.word != .held }
}
