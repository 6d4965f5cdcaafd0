package import ClientModel

/// The lanes of the queue and the number of jobs in each.
package struct QueueLanes: Equatable, Sendable {
  /// All lanes. Lanes with running jobs are first, followed by lanes with waiting jobs, then idle
  /// lanes. Each group is sorted by name.
  package private(set) var all: [LaneTally] = []
  /// The pause that is applied to lanes created later.
  package internal(set) var futurePause = Lane.Pause.none
  /// The folder of each known workspace.
  var folders: [String: String] = [:]
  /// The current workspace. Nil until it is known.
  var home: Home?
  /// The workspaces whose lanes are shown. Nil shows all lanes.
  var workspaces: Set<String>?

  /// The identities and the name of the current workspace.
  struct Home: Equatable, Sendable {
    let identities: Set<String>
    let name: String
  }

  package init() {}

  /// The lanes of the shown workspaces.
  package var shown: [LaneTally] {
    workspaces.map { own in all.filter { own.contains($0.lane.key.workspace) } } ?? all
  }

  /// All lanes, with the lanes of the shown workspaces first.
  var shownFirst: [LaneTally] {
    let own = shown
    let keys = Set(own.map(\.lane.key))
    return own + all.filter { !keys.contains($0.lane.key) }
  }

  /// The number of unfinished jobs in lanes that are not shown.
  package var unfinishedElsewhere: Int {
    guard let workspaces else { return 0 }
    return all.filter { !workspaces.contains($0.lane.key.workspace) }.reduce(0) { sum, tally in
      tally.counts.reduce(sum) { $0 + ($1.key.isFinished ? 0 : $1.value) }
    }
  }

  /// Whether lanes with jobs are hidden.
  package var hidesJobs: Bool {
    all.count != shown.count
      && all.contains { tally in
        workspaces?.contains(tally.lane.key.workspace) == false
          && tally.counts.contains { $0.value > 0 }
      }
  }

  /// The shown workspaces as a phrase, such as `of workspace shop`.
  var phrase: String {
    guard workspaces != nil, let home else { return "of all workspaces" }
    return home.name.isEmpty ? "of the scratch workspace" : "of workspace \(home.name)"
  }

  /// Returns the name of a lane's workspace.
  package func workspace(of lane: LaneKey) -> String {
    if let home, !home.name.isEmpty, home.identities.contains(lane.workspace) { return home.name }
    let folder = folders[lane.workspace] ?? lane.workspace
    return folder.words(at: "/").last.map(String.init) ?? "scratch"
  }

  mutating func receive(_ lanes: [LaneTally]) {
    all = lanes.sorted { ($0.rank, $0.lane.key.name) < ($1.rank, $1.lane.key.name) }
  }

  /// Returns the name of a lane. Adds the folder of its workspace if another workspace has a lane
  /// with that name.
  package func name(of lane: LaneKey) -> String {
    guard all.count(where: { $0.lane.key.name == lane.name }) > 1 else { return lane.name }
    return "\(lane.name) (\(workspace(of: lane)))"
  }

  /// Returns the number of jobs in some states. Only the shown lanes are counted.
  package func count(of words: JobState.Word...) -> Int {
    shown.reduce(0) { sum, tally in words.reduce(sum) { $0 + tally.counts[$1, default: 0] } }
  }

  /// The lanes that have unfinished jobs or are paused.
  package var active: [LaneTally] { shown.filter(\.isActive) }

  package var paused: Int { shown.count { $0.lane.isPaused } }

  /// The number of running jobs in all lanes.
  var runningInAll: Int { all.reduce(0) { $0 + $1.counts[.running, default: 0] } }

  /// Whether all lanes are paused. If there are no lanes, whether future lanes will be paused.
  var isAllPaused: Bool {
    all.isEmpty ? futurePause != .none : all.allSatisfy(\.lane.isPaused)
  }

  /// Removes the holds that have ended. The store keeps them, because an ended hold has no effect.
  mutating func endHolds(at now: Timestamp) {
    for index in all.indices where all[index].lane.heldUntil.map({ $0 <= now }) == true {
      all[index].lane.heldUntil = nil
    }
  }

  // MARK: Changes that are shown before they are carried out

  mutating func change(_ key: LaneKey, _ change: (inout Lane) -> Void) {
    guard let index = all.firstIndex(where: { $0.lane.key == key }) else { return }
    change(&all[index].lane)
  }

  mutating func pauseAll(_ pause: Lane.Pause) {
    for index in all.indices { all[index].lane.pause = pause }
    futurePause = pause
  }
}

extension LaneTally {
  /// Whether the lane has unfinished jobs or is paused.
  package var isActive: Bool {
    lane.isPaused || counts.contains { !$0.key.isFinished && $0.value > 0 }
  }

  /// The rank of the lane if not all lanes can be shown. Rank 0 is shown first.
  fileprivate var rank: Int {
    func holds(_ words: JobState.Word...) -> Bool { words.contains { counts[$0, default: 0] > 0 } }
    return holds(.running, .polling) ? 0 : holds(.waiting, .held, .interrupted) ? 1 : 2
  }
}
