import ArgumentParser
import ClientModel
import ClientWorkspace

/// The environments of a workspace.
struct EnvironmentCandidates {
  let names: [String]
  /// The default environment of the workspace.
  let standard: String?

  var all: [CompletionCandidate] {
    names.map { CompletionCandidate($0, $0 == standard ? "default" : "") }
  }
}

/// The names of an environment's values, for `--var`. The values are not shown.
struct VariableCandidates {
  let names: [String]

  var all: [CompletionCandidate] { names.sorted().map { CompletionCandidate("\($0)=") } }
}

extension CompletionKind {
  static var environments: CompletionKind {
    values { _, facts in
      guard let workspace = try facts.workspace() else { return [] }
      return EnvironmentCandidates(
        names: try workspace.environments().names, standard: workspace.settings.defaultEnvironment
      ).all
    }
  }

  static var variables: CompletionKind {
    values { _, facts in
      VariableCandidates(names: try facts.environment().names).all
    }
  }
}
