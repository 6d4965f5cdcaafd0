package import ClientModel

/// The state of the queue panel: lanes, rows, marks and unconfirmed changes.
package struct QueueModel: Equatable, Sendable {
  package internal(set) var lanes = QueueLanes()
  package internal(set) var rows = QueueRows()
  var deletions = JobDeletions()
  private var unconfirmed = UnconfirmedChanges()
  package private(set) var progress: [JobID: TransferProgress] = [:]
  /// The activity of the lanes that have unfinished jobs or are paused.
  package internal(set) var activity: [LaneKey: LaneActivity] = [:]
  /// For each waiting job of the window, the number of waiting jobs before it in the same lane.
  package internal(set) var ahead: [JobID: Int] = [:]
  var loading = Loading.idle
  /// Whether the queue is being read for the first time. It is not known to be empty then.
  package private(set) var isUnread = false
  /// The rows of a batch that were requested and have not arrived yet. Nil if there are none.
  var askedRows: Range<Int>?
  /// The process that runs the queue. Nil if this process runs it.
  package internal(set) var runner: String?
  /// The progress of the search for jobs that match the filter.
  package internal(set) var search = QueueSearch.Progress.complete
  package internal(set) var marked = MarkedJobs()

  enum Loading: Equatable, Sendable { case idle, asked }

  package init() {}

  /// Returns whether the panel shows a countdown. This is the case if a lane or a job in the window
  /// waits for a time in the future. A paused lane and its waiting jobs show no countdown.
  ///
  /// - Parameter now: The displayed time. Nil if it is unknown.
  package func countsDown(at now: Timestamp?) -> Bool {
    func isAhead(_ time: Timestamp) -> Bool { now.map { time > $0 } ?? true }
    return lanes.all.contains { !$0.lane.isPaused && $0.lane.heldUntil.map(isAhead) == true }
      || rows.window.contains { job in
        switch job.state {
        case .waiting(.until(let time)):
          isAhead(time) && (job.scheduling == .immediate || !isPaused(job.lane))
        case .held(.until(let time)), .polling(_, .some(let time)): isAhead(time)
        default: false
        }
      }
  }

  private func isPaused(_ lane: LaneKey) -> Bool {
    lanes.all.contains { $0.lane.key == lane && $0.lane.isPaused }
  }

  /// Whether the user chose to see the jobs of all workspaces.
  package var showsAllWorkspaces: Bool { lanes.home != nil && lanes.workspaces == nil }

  /// The lane on which lane commands act. This is the lane of the selected job or graph. If neither
  /// is selected, it is the only lane. Nil if there are several lanes or none.
  package var currentLane: LaneTally? {
    let all = lanes.shown
    guard let key = rows.selectedJob?.lane ?? rows.selectedGraph.flatMap(rows.graphs.lane) else {
      return all.count == 1 ? all[0] : nil
    }
    return all.first { $0.lane.key == key }
  }

  /// Returns the pause of the first paused lane in which a graph waits. Returns nil if no such lane
  /// is paused, or if the graph is running, held or ended.
  package func pause(of graph: GraphRun) -> Lane.Pause? {
    guard rows.graphs.section(of: graph) == .next else { return nil }
    let waiting = rows.graphs.waitingLanes(of: graph)
    return lanes.all.first { $0.lane.isPaused && waiting.contains($0.lane.key) }?.lane.pause
  }

  /// Returns the forecast of a lane. Returns nil if the lane is unknown.
  package func forecast(of key: LaneKey, at now: Timestamp) -> QueueForecast? {
    guard let lane = lanes.all.first(where: { $0.lane.key == key })?.lane else { return nil }
    return QueueForecast(lane, activity[key] ?? LaneActivity(), at: now)
  }

  /// Records that the queue is being read for the first time.
  mutating func beginReading() { isUnread = true }

  // MARK: Events

  package mutating func receive(
    window: [Job], offset: Int, total: Int, sections: QueueSections? = nil
  ) {
    isUnread = false
    rows.receive(window: window, offset: offset, total: total, sections: sections)
    progress = progress.filter { entry in
      rows.window.contains { $0.id == entry.key && $0.state.word == .running }
    }
  }

  /// Updates the jobs of the window. Their order changes when the next window arrives.
  package mutating func receive(changed jobs: [Job]) {
    rows.receive(changed: jobs)
    for job in jobs where job.state.word != .running { progress[job.id] = nil }
  }

  package mutating func receive(progress update: TransferProgress, of job: JobID) {
    progress[job] = update
  }

  // MARK: Changes that are shown before they are carried out

  /// Shows the changes of effects before the effects are carried out.
  mutating func show(_ effects: [Effect]) { apply(unconfirmed.add(effects)) }

  mutating func confirm(_ effect: Effect) { unconfirmed.remove(effect) }

  /// Applies the unconfirmed changes again. The data that was just read may be older than these
  /// changes.
  mutating func showUnconfirmed() { apply(unconfirmed.all) }

  private mutating func apply(_ changes: [QueueEffect]) {
    guard !changes.isEmpty else { return }
    for change in changes {
      lanes.apply(change)
      rows.apply(change)
      if case .delete(let deletion) = change { marked.remove(deletion.jobs) }
    }
    rows.layOut()
  }
}
