import ClientCore
import ClientModel
import ClientWorkspace

/// The saved request or graph that the user named in `weir run`.
enum RunTarget {
  case request(Draft)
  case graph(NewGraph)
}

/// The graphs of a workspace, and the requests and programs of their steps.
struct WorkspaceGraphs {
  let client: Client
  let context: RequestContext

  private var workspace: Workspace { context.workspace }

  /// Returns the saved request with this name, or the graph if there is no such request.
  /// `graphs/NAME` is always a graph.
  ///
  /// - Parameter gateway: The gateway for all requests. Nil means that each request keeps its
  ///   gateway.
  func target(
    named name: String, gateway: String?, scheduling: Job.Scheduling
  ) throws -> RunTarget {
    if let name = try graphName(of: name) {
      return .graph(try graph(named: name, gateway, scheduling))
    }
    var draft = try context.load(name)
    if let gateway { draft.gateway = gateway }
    return .request(draft)
  }

  /// Returns the name of the graph. Returns nil if the name in `weir run` is that of a request.
  private func graphName(of name: String) throws -> String? {
    let prefix = "graphs/"
    if name.begins(with: prefix) { return String(name.dropping(bytes: prefix.utf8.count)) }
    let known = try Reported.workspace { () throws(WorkspaceProblem) in
      try workspace.requestNames().map(\.path)
    }
    return !known.contains(name) && workspace.graphNames().contains(name) ? name : nil
  }

  /// Checks that jq can run all programs in the graphs and in the assertions of the requests that
  /// the user named in `weir run`.
  func checkJQ(of names: [String]) async throws {
    for name in names {
      if let graph = try graphName(of: name) {
        try await checkJQ(ofGraph: graph)
      } else {
        try await checkAssertions(ofRequest: name)
      }
    }
  }

  /// Checks the assertions of a saved request. Throws an error with the position in the file.
  private func checkAssertions(ofRequest name: String) async throws {
    do throws(WorkspaceProblem) {
      try await workspace.checkAssertions(of: try context.requestName(name)) { [client] in
        await client.fault(inAssertions: $0)
      }
    } catch {
      try Reported.workspace { () throws(WorkspaceProblem) in throw error }
    }
  }

  /// Checks the jq programs of a graph and the assertions of its requests. Throws an error with the
  /// position in the file.
  func checkJQ(ofGraph name: String) async throws {
    do {
      try await workspace.checkJQ(ofGraph: name) { [client] texts in
        try await client.fault(inJQ: texts).map { ($0.index, $0.fault.sentence) }
      }
    } catch let problem as WorkspaceProblem {
      try Reported.workspace { () throws(WorkspaceProblem) in throw problem }
    }
    try await checkAssertions(
      of: try Reported.workspace { () throws(WorkspaceProblem) in try workspace.graph(name) })
  }

  /// Checks the assertions of the saved requests of a graph.
  func checkAssertions(of plan: GraphPlan) async throws {
    var seen: Set<String> = []
    for step in plan.steps {
      guard case .request(let name) = step.work, seen.insert(name).inserted else { continue }
      try await checkAssertions(ofRequest: name)
    }
  }

  /// Returns the graph with all data of its steps. Later changes of the workspace's files do not
  /// affect the graph.
  func graph(
    named name: String, _ gateway: String? = nil, _ scheduling: Job.Scheduling
  ) throws -> NewGraph {
    let plan = try Reported.workspace { () throws(WorkspaceProblem) in try workspace.graph(name) }
    try Reported.workspace { () throws(WorkspaceProblem) in
      try workspace.checkRequests(ofGraph: name)
    }
    return try graph(of: plan, gateway, scheduling)
  }

  /// Returns a graph with all data of its steps. The graph may not be in a file.
  func graph(
    of plan: GraphPlan, _ gateway: String?, _ scheduling: Job.Scheduling
  ) throws -> NewGraph {
    if let problem = context.environmentProblem { throw problem }
    try RequestRefusals(context: context).checkOverlays(ofGraph: plan)
    var material = GraphMaterial(
      environment: context.environment.withoutOverriddenFolderValues(), gateways: context.gateways,
      trust: context.trust?.state == .untrusted ? .untrusted : .trusted)
    for step in plan.steps {
      guard case .request(let name) = step.work, material.drafts[name] == nil else { continue }
      var draft = try context.load(name)
      draft.name = name
      if let gateway { draft.gateway = gateway }
      draft = context.catalogs.ruled(draft).draft
      material.drafts[name] = draft
    }
    return NewGraph(plan, material, workspace: context.owner.folder, scheduling: scheduling)
  }

}

extension Environment {
  /// Returns a copy without the variables of folders that `--var` overrides. The sources of values
  /// are not stored with a graph, so a folder would override them later.
  fileprivate func withoutOverriddenFolderValues() -> Environment {
    var result = self
    for (path, folder) in folders {
      result.folders[path]?.variables = folder.variables.filter {
        sources[$0.key]?.first != .option
      }
    }
    return result
  }
}

extension WorkspaceGraphs {
  init(_ session: ClientSession) { self.init(client: session.client, context: session.context) }
}
