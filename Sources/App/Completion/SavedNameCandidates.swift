import ArgumentParser
import ClientModel

/// The saved requests and graphs of a workspace, under the names that `weir run` accepts.
struct SavedNameCandidates {
  let requests: [String]
  let graphs: [String]

  var all: [CompletionCandidate] {
    let taken = Set(requests)
    return requests.map { CompletionCandidate($0, "request") }
      + graphs.map { CompletionCandidate(taken.contains($0) ? "graphs/\($0)" : $0, "graph") }
  }
}

extension CompletionKind {
  static var savedNames: CompletionKind {
    values { _, facts in
      guard let workspace = try facts.workspace() else { return [] }
      return SavedNameCandidates(
        requests: try workspace.requestNames().map(\.path), graphs: workspace.graphNames()
      ).all
    }
  }
}
