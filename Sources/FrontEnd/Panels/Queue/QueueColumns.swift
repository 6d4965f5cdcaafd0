import ClientModel
import Terminal
import ViewModels

/// The column widths of the job list, which are equal for all visible rows.
struct QueueColumns {
  /// The number of columns before a row. Below a heading, rows begin at the name of the section.
  let indent: Int
  let id: Int
  /// The width of the method, or zero in a narrow panel.
  let method: Int
  /// The width of the result of a finished job, or zero if there is no space.
  let result: Int
  /// The most frequent host of the visible jobs, which their rows leave out.
  let mainHost: SafeText?
  /// The width of the workspace, or zero unless the list contains the jobs of all workspaces.
  let workspace: Int
  /// The columns of waiting jobs.
  let wait: Wait

  /// The columns of waiting jobs: the position, the expected start and the reason.
  struct Wait {
    var position = 0
    var start = 0
    var reason = 0
    var gap = 1
    var texts: [JobID: WaitText] = [:]
    var isShort = false

    var width: Int {
      [position, start, reason].reduce(0) { $0 + ($1 > 0 ? $1 + gap : 0) }
    }
  }

  /// The width of a job's sign and the gap after it.
  static let sign = 2
  static let sizeWidth = 8
  static let timeWidth = 9
  /// The width of a result that shows only the status and the time.
  static let shortResult = 4 + timeWidth
  static let fullResult = 4 + sizeWidth + timeWidth

  /// The maximum width of the status message of a polled job, which may use columns of the address.
  private static let remoteResult = 34
  /// The minimum number of columns for the name or path of a job.
  static let leastPath = 12

  /// Returns the width of the columns at the end of a finished or polled job's row.
  func result(of job: Job, in width: Int) -> Int {
    if job.isPolled, result >= Self.fullResult {
      return max(result, min(Self.remoteResult, width * 3 / 5))
    }
    // A job without a status has no size, but has a duration.
    guard job.state.word.isFinished, job.status == nil else { return result }
    switch job.state.word {
    case .cancelled: return Self.result(Self.cancelledWidth, or: result, in: width)
    case .skipped: return Self.result(Self.skippedWidth, or: result, in: width)
    default: break
    }
    return job.span == nil || result < Self.shortResult ? 0 : Self.timeWidth
  }

  static let cancelledWidth = 9
  static let skippedWidth = 13

  private static func result(_ wanted: Int, or usual: Int, in width: Int) -> Int {
    width - wanted >= leastPath ? max(usual, wanted) : usual
  }

  init(_ model: QueueModel, width: Int, at now: Timestamp?) {
    let jobs = model.rows.visible.map(\.job)
    let longestID = jobs.map { $0.id.description.utf8.count }.max() ?? 1
    indent = model.rows.sections == nil ? 1 : 2
    // The width of "#12" and a space, with at least two digits, so that the column rarely moves.
    id = max(2, longestID) + 2
    let longestMethod = jobs.map { SafeText($0.method.rawValue).width }.max() ?? 3
    method = width >= Self.wide ? min(8, longestMethod + 1) : 0
    result = width >= 64 ? Self.fullResult : width >= 46 ? Self.shortResult : width >= 30 ? 4 : 0
    let names = model.showsAllWorkspaces ? jobs.map { model.lanes.workspace(of: $0.lane) } : []
    workspace = names.map { min(SafeText($0).width, width / 5) + 1 }.max() ?? 0
    let room = width - indent - 1 - id - Self.sign - method - workspace
    var hosts: [SafeText: Int] = [:]
    for job in jobs { hosts[JobAddress.host(of: job), default: 0] += 1 }
    let most = hosts.values.max()
    // Among equally frequent hosts, the first visible one is chosen, because it rarely changes
    // while the list scrolls.
    mainHost = jobs.lazy.map { JobAddress.host(of: $0) }.first { hosts[$0] == most }
    wait = Self.wait(jobs, model, room: room, gap: width >= Self.wide ? 2 : 1, at: now)
  }

  /// The minimum width of a panel with a column for the method.
  static let wide = 60

  private static func wait(
    _ jobs: [Job], _ model: QueueModel, room: Int, gap: Int, at now: Timestamp?
  ) -> Wait {
    var wait = Wait()
    var forecasts: [LaneKey: QueueForecast] = [:]
    for job in jobs where job.state.word == .waiting && model.rows.graphs.holding(job) == nil {
      if forecasts[job.lane] == nil {
        // The reason does not need the clock, which is stopped if nothing counts down.
        forecasts[job.lane] = model.forecast(of: job.lane, at: now ?? job.since)
      }
      wait.texts[job.id] = WaitText(
        job, forecasts[job.lane], ahead: model.ahead[job.id], at: now)
    }
    let texts = wait.texts.values
    func width(_ text: KeyPath<WaitText, SafeText>) -> Int {
      texts.map { $0[keyPath: text].width }.max() ?? 0
    }
    wait.gap = gap
    (wait.position, wait.start) = (width(\.position), width(\.start))
    wait.reason = width(\.reason)
    // If there is too little space, the reason is shortened first, then the methods are left out,
    // then the position.
    if room - wait.width < leastPath {
      (wait.isShort, wait.reason) = (true, width(\.shortReason))
    }
    let paths = jobs.filter { wait.texts[$0.id] != nil }.map(QueueRow.shortTitleWidth)
    if room - wait.width < min(leastPath, (paths.max() ?? 0) + 1) { wait.position = 0 }
    return wait
  }
}
