import ClientModel
import Terminal
import ViewModels

/// The widths of the columns of the job list, the same for all rows on the screen.
struct QueueColumns {
  let id: Int
  let state: Int
  let method: Int
  /// The width of the result, or zero if there is no room.
  let result: Int
  /// The display of the host in rows. The host is dropped if all rows are in one lane or the rows
  /// are too narrow.
  let host: Host

  enum Host { case shown, dropped }

  /// The width of the longest state name except `interrupted`. That state is rare and widens the
  /// column.
  private static let usualState = 9
  /// The widths of the size and of the time in a result, in columns.
  static let sizeWidth = 8
  static let timeWidth = 9
  /// The width of a result with only the status and the time.
  static let shortResult = 4 + timeWidth
  static let fullResult = 4 + sizeWidth + timeWidth

  /// The width for the status message of a polled job. The message may use part of the address's
  /// width.
  private static let remoteResult = 34

  /// The minimum number of columns for a path next to a host.
  private static let leastPath = 8

  /// Returns the width of the last column in the row of a job.
  func result(of job: Job, in width: Int) -> Int {
    switch job.state {
    // These jobs have nothing to show in this column yet.
    case .waiting(.slot), .waiting(.job), .held(.byUser), .held(.until): return 0
    // Without a status, there is no size, but there is a duration.
    case _ where job.state.word.isFinished && job.status == nil:
      return job.span == nil || result < Self.shortResult ? 0 : Self.timeWidth
    default: break
    }
    guard job.isPolled, result >= Self.fullResult else { return result }
    return max(result, min(Self.remoteResult, width * 3 / 5))
  }

  init(_ model: QueueModel, width: Int) {
    let jobs = model.rows.visible.map(\.job)
    let longestID = jobs.map { $0.id.description.utf8.count }.max() ?? 1
    // "#12" and a space; at least two digits so that the column rarely moves.
    id = max(2, longestID) + 2
    // Two cells for the spinner before the word.
    let words = jobs.map { $0.state.word.rawValue.utf8.count }
    state = max(Self.usualState, words.max() ?? 0) + 3
    method = min(8, (jobs.map { SafeText($0.method.rawValue).width }.max() ?? 3) + 1)
    result = width >= 64 ? Self.fullResult : width >= 46 ? Self.shortResult : width >= 30 ? 4 : 0
    // Either all rows show their host or none does. The line of a single lane already shows the
    // host.
    let hosts = jobs.map { JobAddress.host(of: $0).width }.max() ?? 0
    let room = width - 3 - id - state - method - result
    let isNamed = Set(jobs.map(\.lane)).count <= 1
    host = isNamed || room < hosts + Self.leastPath ? .dropped : .shown
  }
}
