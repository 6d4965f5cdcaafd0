import ArgumentParser
import ClientModel
import ClientStore
import ClientWorkspace

/// The lanes in the store and the lanes of the workspace's gateways. Each name is offered once.
struct LaneCandidates {
  let lanes: [LaneKey]
  var gateways: [String] = []
  /// The owner of the workspace's lanes. It is nil if the command line has no workspace.
  let owner: LaneOwner?
  /// The folders of workspaces. The key is the id of the workspace.
  var folders: [String: String] = [:]

  var all: [CompletionCandidate] {
    var seen: Set<String> = []
    // The lanes of this workspace are first, because their names take precedence.
    let sorted = lanes.filter(isOwn) + lanes
    let used = sorted.filter { seen.insert($0.name).inserted }.map { key in
      let place = folders[key.workspace] ?? key.workspace
      return CompletionCandidate(
        key.name, isOwn(key) || place.isEmpty ? "lane" : "lane of \(place)")
    }
    return used
      + gateways.filter { !seen.contains($0) }.map { CompletionCandidate($0, "gateway") }
  }

  private func isOwn(_ key: LaneKey) -> Bool { owner?.owns(key) ?? key.workspace.isEmpty }
}

extension CompletionKind {
  static var lanes: CompletionKind {
    values { _, facts in
      let workspace = try facts.workspace()
      return LaneCandidates(
        lanes: try facts.store().lanes(), gateways: workspace?.settings.gateways.names ?? [],
        owner: workspace.map(facts.owner), folders: facts.foldersByID
      ).all
    }
  }
}
