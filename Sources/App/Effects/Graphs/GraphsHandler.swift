import ClientModel
import ClientPipeline
import ClientWorkspace
import ViewModels

/// The effect handler of graphs.
extension GraphsEffect: ProductionEffect {
  var serialQueue: EffectQueue { .preparation }
  static var follows: [EffectQueue] { SendingEffect.follows }

  func carryOut(
    in context: isolated EffectContext, confirmed: String?
  ) async throws -> [AppEvent] {
    switch self {
    case .variables(let request):
      let session = context.session
      let draft = session.context.catalogs.ruled(try session.context.load(request)).draft
      let names = session.context.preparation(of: .workspace).examine(draft).openNames
      return [.graphs(.variables(names, of: request))]
    case .open(let name):
      let plan = try Reported.workspace { () throws(WorkspaceProblem) in
        try context.session.context.workspace.graph(name)
      }
      context.files.graphs[name] = plan
      return [.graphs(.opened(plan))]
    case .run(let name):
      let session = try context.examined()
      let graph = try WorkspaceGraphs(session).graph(named: name, nil, .queued)
      if let question = question(in: session, confirmed, graph.namedRequests) { return [question] }
      try await WorkspaceGraphs(session).checkJQ(ofGraph: name)
      return [.graphs(.queued(try await session.client.submit(graph), name: name))]
    case .queue(let plan):
      let session = try context.examined()
      let graph = try WorkspaceGraphs(session).graph(of: plan, nil, .queued)
      if let question = question(in: session, confirmed, graph.namedRequests) { return [question] }
      try await WorkspaceGraphs(session).checkAssertions(of: plan)
      return [.graphs(.queued(try await session.client.submit(graph), name: plan.name))]
    case .save(let plan, let replacing): return try context.save(plan, replacing)
    }
  }

  private func question(
    in session: ClientSession, _ confirmed: String?, _ requests: [NamedRequest]
  ) -> AppEvent? {
    ProductionQuestions(session: session, confirmed: confirmed)
      .question(before: .graphs(self), sending: requests)
  }
}

extension EffectContext {
  /// Examines the trust of the files again, because the graph is read from the current files and
  /// the event of an edit may not have arrived yet.
  fileprivate func examined() throws -> ClientSession {
    var session = session
    session.context.trust = try session.context.examinedTrust()
    return session
  }

  fileprivate func save(
    _ plan: GraphPlan, _ replacing: RequestsEffect.Replacing
  ) throws -> [AppEvent] {
    let workspace = session.context.workspace
    guard let name = RequestName(plan.name) else {
      throw UsageProblem(
        what: "The graph was not saved.", why: "\(plan.name) is not a valid graph name.",
        whatToDo: "Use a name such as sign-in.")
    }
    if workspace.hasGraph(name) {
      if replacing == .refused { return [.graphs(.taken(plan))] }
      if let known = files.graphs[name.path] {
        let (now, change) = try Reported.workspace { () throws(WorkspaceProblem) in
          (try workspace.graph(name.path), try workspace.change(saving: plan, as: name))
        }
        files.graphs[name.path] = now
        if now != known { return [.graphs(.conflict(plan, change))] }
      }
    }
    session.context.trust = try Reported.workspace { () throws(WorkspaceProblem) in
      try session.context.preservingTrust { () throws(WorkspaceProblem) in
        try workspace.save(plan, as: name)
      }
    }
    files.graphs[name.path] = try Reported.workspace { () throws(WorkspaceProblem) in
      try workspace.graph(name.path)
    }
    return [.graphs(.saved(name.path)), .graphNames(workspace.graphNames())]
  }
}
