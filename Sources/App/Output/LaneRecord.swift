import ClientModel

/// A lane in `--format json`, the documented stable format.
struct LaneRecord: Encodable {
  var lane: String
  /// The workspace's folder. Absent for the scratch workspace.
  var workspace: String?
  /// The pause: `none`, `byUser`, `byRestart` or `offline`.
  var pause: String
  var limit: Int
  /// The maximum number of job starts per second. Absent without a limit.
  var rate: Double?
  /// The time before which the server wants no requests, in milliseconds since 1970. Absent if
  /// there is none.
  var heldUntil: Int64?
  var jobs: [String: Int]

  init(_ tally: LaneTally) {
    let lane = tally.lane
    self.lane = lane.key.name
    workspace = lane.key.workspace.isEmpty ? nil : lane.key.workspace
    pause = lane.pause.word
    limit = lane.limit
    rate = lane.rate
    heldUntil = lane.heldUntil?.milliseconds
    jobs = Dictionary(
      uniqueKeysWithValues: JobState.Word.allCases.map { ($0.rawValue, tally.counts[$0] ?? 0) })
  }
}
