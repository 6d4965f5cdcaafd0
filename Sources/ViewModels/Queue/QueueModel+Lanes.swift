package import ClientModel

extension QueueModel {
  /// Returns the name of a lane. If another workspace has a lane of that name, the folder of the
  /// lane's workspace is added.
  package func name(of lane: LaneKey) -> String {
    guard lanes.count(where: { $0.lane.key.name == lane.name }) > 1 else { return lane.name }
    let folder = lane.workspace.words(at: "/").last.map(String.init) ?? "scratch"
    return "\(lane.name) (\(folder))"
  }

  /// The lane for commands about a lane: the lane of the selected job or graph, or else the only
  /// lane.
  package var currentLane: LaneTally? {
    guard let key = selectedJob?.lane ?? selectedGraph.flatMap(graphs.lane) else {
      return lanes.count == 1 ? lanes[0] : nil
    }
    return lanes.first { $0.lane.key == key }
  }

  package func count(of words: JobState.Word...) -> Int {
    lanes.reduce(0) { sum, tally in words.reduce(sum) { $0 + tally.counts[$1, default: 0] } }
  }

  /// The number of paused lanes.
  package var pausedLanes: Int { lanes.count { $0.lane.isPaused } }
}
