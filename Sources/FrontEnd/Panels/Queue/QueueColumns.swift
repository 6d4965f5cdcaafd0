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

  /// The longest word of a state.
  private static let longestState = 11
  /// Status, size and time, each in a column of its own.
  static let sizeWidth = 8
  static let timeWidth = 11
  /// Status and time alone.
  static let shortResult = 4 + timeWidth
  static let wholeResult = 4 + sizeWidth + timeWidth

  init(_ model: QueueModel, width: Int) {
    let jobs = model.visible.map(\.job)
    let longestID = jobs.map { $0.id.description.utf8.count }.max() ?? 1
    // "#12" and a space; at least two digits so that the column rarely moves.
    id = max(2, longestID) + 2
    // Two cells for the spinner before the word.
    state = Self.longestState + 3
    method = min(8, (jobs.map { SafeText($0.method.rawValue).width }.max() ?? 3) + 1)
    result = width >= 66 ? Self.wholeResult : width >= 48 ? Self.shortResult : width >= 30 ? 4 : 0
    let lanes = Set(jobs.map(\.lane))
    host = lanes.count <= 1 || width < 44 ? .dropped : .shown
  }
}
