package import ClientModel

extension QueueModel {
  /// The name of a lane; where another workspace has a lane of that name, with its folder's last part.
  package func name(of lane: LaneKey) -> String {
    guard lanes.count(where: { $0.lane.key.name == lane.name }) > 1 else { return lane.name }
    let folder = lane.workspace.words(at: "/").last.map(String.init) ?? "scratch"
    return "\(lane.name) (\(folder))"
  }
}
