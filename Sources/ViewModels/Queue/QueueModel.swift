package import ClientModel

/// The state of the queue panel: lanes, rows, marks and unconfirmed changes.
package struct QueueModel: Equatable, Sendable {
  package internal(set) var lanes = QueueLanes()
  package internal(set) var rows = QueueRows()
  /// The effects that are shown but not carried out yet, oldest first.
  var unconfirmed: [Effect] = []
  /// The number of deletions in this session.
  private var deletions: Int64 = 0
  package private(set) var progress: [JobID: TransferProgress] = [:]
  /// The activity of the lanes that have unfinished jobs or are paused.
  package internal(set) var activity: [LaneKey: LaneActivity] = [:]
  /// The number of waiting jobs before each waiting job in its lane. Contains the jobs of the
  /// window.
  package internal(set) var ahead: [JobID: Int] = [:]
  var loading = Loading.idle
  /// The rows of a batch that were requested and have not arrived yet. Nil if there are none.
  var askedRows: Range<Int>?
  /// The process that runs the queue. Nil if this process runs it.
  package internal(set) var runner: String?
  /// The progress of the filter.
  package internal(set) var search = QueueSearch.Progress.complete
  package internal(set) var marked = MarkedJobs()

  enum Loading: Equatable, Sendable { case idle, asked }

  package init() {}

  /// Returns a new identifier for a deletion.
  mutating func nextDeletion() -> DeletionID {
    deletions += 1
    return DeletionID(deletions)
  }

  /// Whether the panel shows a countdown. A lane or a job in the window then waits for a known
  /// time.
  package var countsDown: Bool {
    lanes.all.contains { $0.lane.heldUntil != nil }
      || rows.window.contains { job in
        switch job.state {
        case .waiting(.until), .held(.until), .polling(_, .some): true
        default: false
        }
      }
  }

  /// Whether the user chose to see the jobs of all workspaces.
  package var showsAllWorkspaces: Bool { lanes.home != nil && lanes.workspaces == nil }

  /// The lane for lane commands. This is the lane of the selected job or graph. If neither is
  /// selected, it is the only lane. Nil if there are several lanes or none.
  package var currentLane: LaneTally? {
    let all = lanes.shown
    guard let key = rows.selectedJob?.lane ?? rows.selectedGraph.flatMap(rows.graphs.lane) else {
      return all.count == 1 ? all[0] : nil
    }
    return all.first { $0.lane.key == key }
  }

  /// Returns the forecast of a lane. Returns nil if the lane is unknown.
  package func forecast(of key: LaneKey, at now: Timestamp) -> QueueForecast? {
    guard let lane = lanes.all.first(where: { $0.lane.key == key })?.lane else { return nil }
    let activity = activity[key] ?? LaneActivity()
    return QueueForecast(lane, running: activity.running, durations: activity.durations, at: now)
  }

  // MARK: Events

  package mutating func receive(
    window: [Job], offset: Int, total: Int, sections: QueueSections? = nil
  ) {
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
}
