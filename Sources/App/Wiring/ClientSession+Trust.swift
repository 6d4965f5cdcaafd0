import ClientModel
import ClientPipeline
import ClientWorkspace

/// Who wrote a draft.
enum DraftAuthor {
  /// Typed on the command line: what it names itself needs no trust in a workspace.
  case user
  /// Read from a workspace's file.
  case workspace
}

extension ClientSession {
  /// Compares the workspace's files with those that were accepted.
  func examinedTrust() throws(Failure) -> WorkspaceTrust? {
    try Self.examinedTrust(of: workspace, places)
  }

  /// Nil for the scratch workspace, which is Weir's own: there is nothing to compare it with.
  static func examinedTrust(
    of workspace: Workspace, _ places: Places
  ) throws(Failure) -> WorkspaceTrust? {
    if workspace.kind == .scratch { return nil }
    return try Reported.workspace { () throws(WorkspaceProblem) in
      try WorkspaceTrust.examine(workspace, accepted: places.trust)
    }
  }

  /// What changed in the examined files since they were accepted.
  func difference(of trust: WorkspaceTrust) throws(Failure) -> FileDifference {
    try Reported.workspace { () throws(WorkspaceProblem) in
      try trust.difference(in: workspace, accepted: places.trust)
    }
  }

  /// Makes a change to the workspace's files; what was trusted before is trusted after it.
  ///
  /// - Returns: The trust after it; nil where everything is our own.
  func preservingTrust(
    _ change: () throws(WorkspaceProblem) -> Void
  ) throws(WorkspaceProblem) -> WorkspaceTrust? {
    guard trust != nil else {
      try change()
      return nil
    }
    return try WorkspaceTrust.preserving(workspace, accepted: places.trust, change)
  }

  /// Whether changed files make requests that only a trusted workspace may send, or graphs that only
  /// there may run a program.
  ///
  /// - Parameter paths: Paths in the workspace. What is not a request's own file concerns all of them.
  func needTrust(_ paths: Set<String>) throws(WorkspaceProblem) -> Bool {
    guard let trust, trust.standing == .untrusted, !paths.isEmpty else { return false }
    let isShared = paths.contains { !$0.begins(with: "requests/") && !$0.begins(with: "graphs/") }
    for name in workspace.graphNames() where isShared || paths.contains("graphs/\(name).yaml") {
      do throws(WorkspaceProblem) {
        if try workspace.graph(name).runsPrograms { return true }
      } catch {
        continue
      }
    }
    let names = try workspace.requestNames().map(\.description)
    for name in names where isShared || paths.contains("requests/\(name).yaml") {
      let draft: Draft
      // What cannot be read cannot be sent either.
      do { draft = try load(name) } catch { continue }
      guard let request = preparation(of: .workspace).examine(draft).request else { continue }
      if !trust.problems(with: request, in: workspace).isEmpty { return true }
    }
    return false
  }

  /// What a request may not do in a workspace that was not accepted; all of it at once.
  ///
  /// A draft of the user's own that is complete without the workspace's values needs no trust.
  ///
  /// - Parameter values: What else the user gave, such as a row of a file.
  func refusals(
    of request: PreparedRequest, from draft: Draft, by author: DraftAuthor,
    values: [String: SensitiveText] = [:]
  ) -> [DraftProblem] {
    guard let trust, trust.standing == .untrusted else { return [] }
    // What a gateway brings along is the workspace's, whoever named it.
    if author == .user, request.gateway == nil {
      var own = preparation(of: .user)
      own.gateways = Gateways()
      own.environment = Environment().overlaid(with: overlays).overlaid(withData: values)
      if own.examine(draft).request != nil { return [] }
    }
    return trust.problems(with: request, in: workspace)
  }
}

extension GraphPlan {
  fileprivate var runsPrograms: Bool {
    steps.contains { if case .command = $0.work { true } else { false } }
  }
}
