import ClientModel

/// Lanes as aligned columns of text.
struct LaneListing {
  /// The lanes and their displayed names.
  var rows: [(tally: LaneTally, name: String)]

  func lines() -> [String] {
    guard !rows.isEmpty else { return ["No lanes. `weir queue add URL` creates one."] }
    return TextColumns(
      ["LANE", "STATE", "LIMIT", "RATE", "RUNNING", "WAITING", "FAILED"],
      rows.map { tally, name in
        let lane = tally.lane
        return [name, lane.pause.text, "\(lane.limit)", lane.rate.map { "\($0.brief)/s" } ?? ""]
          + [JobState.Word.running, .waiting, .failed].map { "\(tally.counts[$0, default: 0])" }
      }
    ).lines()
  }
}

extension Lane.Pause {
  /// The state of the lane as text.
  var text: String {
    switch self {
    case .none: "active"
    case .byUser: "paused"
    case .byRestart: "paused by restart"
    case .offline: "paused: its server cannot be reached"
    }
  }
}
