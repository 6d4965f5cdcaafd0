import ClientModel
import Terminal
import ViewModels

/// How wide the columns of the job list are: the same for every row on screen.
struct QueueColumns {
  let id: Int
  let state: Int
  let method: Int
  /// Zero when there is no room.
  let result: Int
  /// Whether a row names its host; rows of one lane need not.
  let host: Host

  enum Host { case shown, dropped }

  /// Wide enough for all words of states but the rare `interrupted`, which widens the column.
  private static let usualState = 9
  /// Status, size and time, each in a column of its own.
  static let sizeWidth = 8
  static let timeWidth = 9
  /// Status and time alone.
  static let shortResult = 4 + timeWidth
  static let fullResult = 4 + sizeWidth + timeWidth

  /// Width for the status message of a polled job; it may use some of the address's width.
  private static let remoteResult = 34

  /// The columns of a path that a host has to leave.
  private static let leastPath = 8

  /// How wide the last column is in the row of a job.
  func result(of job: Job, in width: Int) -> Int {
    switch job.state {
    // Nothing is known yet that stands there.
    case .waiting(.slot), .waiting(.job), .held(.byUser), .held(.until): return 0
    // Without a status there is no size, but the time that it took.
    case _ where job.state.word.isFinished && job.status == nil:
      return job.span == nil || result < Self.shortResult ? 0 : Self.timeWidth
    default: break
    }
    guard job.isPolled, result >= Self.fullResult else { return result }
    return max(result, min(Self.remoteResult, width * 3 / 5))
  }

  init(_ model: QueueModel, width: Int) {
    let jobs = model.visible.map(\.job)
    let longestID = jobs.map { $0.id.description.utf8.count }.max() ?? 1
    // "#12" and a space; at least two digits so that the column rarely moves.
    id = max(2, longestID) + 2
    // Two cells for the spinner before the word.
    let words = jobs.map { $0.state.word.rawValue.utf8.count }
    state = max(Self.usualState, words.max() ?? 0) + 3
    method = min(8, (jobs.map { SafeText($0.method.rawValue).width }.max() ?? 3) + 1)
    result = width >= 64 ? Self.fullResult : width >= 46 ? Self.shortResult : width >= 30 ? 4 : 0
    // All rows name their host, or none does: a lane of its own names it above them.
    let hosts = jobs.map { JobAddress.host(of: $0).width }.max() ?? 0
    let room = width - 3 - id - state - method - result
    let isNamed = Set(jobs.map(\.lane)).count <= 1
    host = isNamed || room < hosts + Self.leastPath ? .dropped : .shown
  }
}
