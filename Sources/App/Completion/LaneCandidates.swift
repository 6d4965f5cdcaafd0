import ArgumentParser
import ClientModel
import ClientStore
import ClientWorkspace

/// The lanes in the store and those of the workspace's gateways, without duplicate names.
struct LaneCandidates {
  let lanes: [LaneKey]
  var gateways: [String] = []
  /// The folder of the command line's workspace; empty if there is none or it is scratch.
  let workspace: String

  var all: [CompletionCandidate] {
    var seen: Set<String> = []
    // The lanes of this workspace are first, because a name denotes a lane of this workspace if it
    // has one.
    let sorted = lanes.filter { $0.workspace == workspace } + lanes
    let used = sorted.filter { seen.insert($0.name).inserted }.map { key in
      let isOwn = key.workspace == workspace || key.workspace.isEmpty
      return CompletionCandidate(key.name, isOwn ? "lane" : "lane of \(key.workspace)")
    }
    return used
      + gateways.filter { !seen.contains($0) }.map { CompletionCandidate($0, "gateway") }
  }
}

extension CompletionKind {
  static var lanes: CompletionKind {
    values { _, facts in
      let workspace = try facts.workspace()
      return LaneCandidates(
        lanes: try facts.store().lanes(), gateways: workspace?.settings.gateways.names ?? [],
        workspace: workspace?.kind == .project ? workspace?.root ?? "" : ""
      ).all
    }
  }
}
