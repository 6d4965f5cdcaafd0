import ClientCatalogs
import ClientCore
import ClientModel
import ClientPipeline
import ClientWorkspace

/// The author of a draft.
enum DraftAuthor {
  /// Typed by the user on the command line. What is typed there is allowed even if the workspace is
  /// not trusted.
  case user
  /// Read from a workspace's file.
  case workspace
  /// Composed in the interface, possibly from a workspace's file.
  case composer
}

extension ClientSession {
  /// Compares the workspace's files with the accepted files, and returns the trust. Returns nil for
  /// the scratch workspace.
  func examinedTrust() throws(Failure) -> WorkspaceTrust? {
    try Self.examinedTrust(of: workspace, places)
  }

  /// Returns the trust of a workspace, or nil for the scratch workspace, which is Weir's own.
  static func examinedTrust(
    of workspace: Workspace, _ places: Places
  ) throws(Failure) -> WorkspaceTrust? {
    if workspace.kind == .scratch { return nil }
    return try Reported.workspace { () throws(WorkspaceProblem) in
      try WorkspaceTrust.examine(workspace, accepted: places.trust)
    }
  }

  /// Returns the changes in the examined files since they were accepted.
  func difference(of trust: WorkspaceTrust) throws(Failure) -> FileDifference {
    try Reported.workspace { () throws(WorkspaceProblem) in
      try trust.difference(in: workspace, accepted: places.trust)
    }
  }

  /// Makes a change to the workspace's files. A workspace that was trusted before stays trusted.
  ///
  /// - Returns: The trust after the change, or nil for the scratch workspace.
  func preservingTrust(
    _ change: () throws(WorkspaceProblem) -> Void
  ) throws(WorkspaceProblem) -> WorkspaceTrust? {
    guard trust != nil else {
      try change()
      return nil
    }
    return try WorkspaceTrust.preserving(workspace, accepted: places.trust, change)
  }

  /// Returns whether changed files contain requests that only a trusted workspace may send, or
  /// graphs that may run programs only in a trusted workspace.
  ///
  /// - Parameter paths: Paths in the workspace. A file that is neither a request nor a graph
  ///   affects all requests and graphs.
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
      // A file that cannot be read cannot be sent either.
      do { draft = try load(name) } catch { continue }
      guard let request = preparation(of: .workspace).examine(draft).request else { continue }
      if !trust.problems(with: request, in: workspace).isEmpty { return true }
    }
    return false
  }

  /// Returns all problems of a request in a workspace that was not accepted.
  ///
  /// The user's own draft needs no trust if it is complete without the workspace's values.
  ///
  /// - Parameter values: Further values that the user gave, such as a row of a file.
  func refusals(
    of request: PreparedRequest, from draft: Draft, by author: DraftAuthor,
    values: [String: SensitiveText] = [:]
  ) -> [DraftProblem] {
    guard let trust, trust.standing == .untrusted else { return [] }
    // The values that a gateway adds belong to the workspace, whoever named the gateway.
    if author == .user, request.gateway == nil, !hasCatalog(of: draft.endpoint) {
      var own = preparation(of: .user)
      own.gateways = Gateways()
      own.environment = Environment().overlaid(with: overlays).overlaid(withData: values)
      if own.examine(draft).request != nil { return [] }
    }
    let typed = author == .user ? draft : Draft()
    let problems = trust.problems(with: request, in: workspace, typed: typed)
    let named = Array(overlays.keys) + Array(values.keys)
    let bringsSecret =
      author != .workspace && request.carriesSecrets || givesSecret(named: named)
    guard problems.isEmpty, bringsSecret,
      author == .workspace || !isAddress(of: request, from: draft, values)
    else { return problems }
    return [strangeAddress(request.origin)]
  }

  /// Returns whether one of the names of the user's values is the name of a credential.
  private func givesSecret(named names: [String]) -> Bool {
    names.contains { CredentialNames.standard.contains($0, in: .field) }
  }

  /// Returns whether the user, rather than a file of the workspace, wrote the address of a request.
  private func isAddress(
    of request: PreparedRequest, from draft: Draft, _ values: [String: SensitiveText]
  ) -> Bool {
    if hasCatalog(of: draft.endpoint) { return false }
    // The address of a gateway's broker becomes part of the draft before the draft is prepared.
    if request.origin.isBroker, request.gateway != nil { return false }
    let written = Draft(url: String(draft.url[..<RequestURL.pathStart(of: draft.url)]))
    let own = Preparation(
      environment: Environment().overlaid(with: overlays).overlaid(withData: values),
      files: preparation(of: .user).files)
    return own.examine(written).request?.origin == request.origin
  }

  /// Returns whether a file of the workspace describes the endpoint.
  private func hasCatalog(of endpoint: EndpointName?) -> Bool {
    guard let endpoint else { return false }
    do throws(CatalogProblem) {
      return try catalogs.sources().contains { source in
        guard source.name == endpoint.catalog else { return false }
        return if case .workspace = source.origin { true } else { false }
      }
    } catch {
      return true
    }
  }

  private func strangeAddress(_ origin: Origin) -> DraftProblem {
    WorkspaceTrust.problem(
      .url, "Your credentials would go to \(origin), an address from the workspace's files.")
  }

  /// Refuses a graph of an untrusted workspace if its requests could get a secret of the user, or
  /// if another user can change the workspace's files.
  func checkOverlays(ofGraph plan: GraphPlan) throws(Failure) {
    guard let trust, trust.standing == .untrusted else { return }
    if let problem = trust.foreignProblem { throw Failure(refusing: [problem]) }
    guard givesSecret(named: Array(overlays.keys)) else { return }
    throw Failure(
      refusing: [
        WorkspaceTrust.problem(
          .option("var"), "The graph \(plan.name) could send your secret anywhere.")
      ])
  }
}

extension GraphPlan {
  fileprivate var runsPrograms: Bool {
    steps.contains { if case .command = $0.work { true } else { false } }
  }
}
