import ClientModel
import ClientWorkspace

/// A lane in `--format json`, the documented stable format.
struct LaneRecord: JSONRecord {
  private let tally: LaneTally
  /// The folder of the lane's workspace. For an unknown workspace, its id. Empty for the scratch
  /// workspace.
  private let folder: String
  private var lane: Lane { tally.lane }

  init(_ tally: LaneTally, _ registry: WorkspaceRegistry) {
    self.tally = tally
    folder = registry.folder(of: tally.lane.key.workspace)
  }

  static let table = JSONTable<LaneRecord>(
    "lane", "A lane with the number of its jobs.",
    [
      .always("lane", .text, "The name of a gateway, or an origin.") { $0.lane.key.name },
      .sometimes("workspace", .text, "The folder of its workspace; absent for scratch.") {
        $0.folder.isEmpty ? nil : $0.folder
      },
      .always(
        "pause", .word(["none", "byUser", "byRestart", "offline"]), "The reason why it is paused."
      ) {
        $0.lane.pause.word
      },
      .sometimes("pausedSince", .time, "The start of the pause; absent if it is unknown.") {
        $0.lane.pausedSince?.milliseconds
      },
      .always("limit", .integer, "The number of jobs at once.") { $0.lane.limit },
      .sometimes("rate", .number, "The number of starts per second; absent if there is no limit.") {
        $0.lane.rate
      },
      .sometimes("heldUntil", .time, "The end of the pause that its server requested.") {
        $0.lane.heldUntil?.milliseconds
      },
      .always("jobs", .map(.integer), "The number of jobs in each state.") { record in
        Dictionary(
          uniqueKeysWithValues: JobState.Word.allCases.map {
            ($0.rawValue, record.tally.counts[$0] ?? 0)
          })
      },
    ])
}
