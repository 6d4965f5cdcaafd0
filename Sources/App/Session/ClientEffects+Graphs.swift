import ClientModel
import ClientPipeline
import ClientWorkspace
import ViewModels

/// Graphs of the workspace, and the one that is being assembled in the interface.
extension ClientEffects {
  /// Adds a graph of the workspace to the queue.
  func run(graph name: String, _ permit: EffectPermit) async -> [AppEvent] {
    await response { session in
      let session = try examined(session)
      let graph = try session.graph(named: name, nil, .queued)
      if let question = question(
        before: .queue(.runGraph(name)), sending: graph.namedRequests, permit)
      {
        return [question]
      }
      try await session.checkJQ(ofGraph: name)
      return [queued(try await session.client.submit(graph), name)]
    }
  }

  func graphs(_ effect: GraphsEffect, _ permit: EffectPermit) async -> [AppEvent] {
    await response { session in
      switch effect {
      case .variables(let request):
        let draft = session.ruled(try session.load(request)).draft
        let names = session.preparation(of: .workspace).examine(draft).openNames
        return [.graphs(.variables(names, of: request))]
      case .queue(let plan):
        let session = try examined(session)
        let graph = try session.graph(of: plan, nil, .queued)
        if let question = question(
          before: .graphs(effect), sending: graph.namedRequests, permit)
        {
          return [question]
        }
        try await session.checkAssertions(of: plan)
        return [queued(try await session.client.submit(graph), plan.name)]
      case .save(let plan, let replacing): return try save(plan, replacing)
      }
    }
  }

  /// The event of an edit may still be on its way: what runs is what the files say now.
  private func examined(_ session: ClientSession) throws -> ClientSession {
    var session = session
    session.trust = try session.examinedTrust()
    return session
  }

  private func queued(_ id: GraphID, _ name: String) -> AppEvent {
    .notice(Notice(.info, "Graph \(id) (\(name)) is in the queue."))
  }

  private func save(
    _ plan: GraphPlan, _ replacing: RequestsEffect.Replacing
  ) throws -> [AppEvent] {
    let workspace = session.workspace
    guard let name = RequestName(plan.name) else {
      throw UsageProblem(
        what: "The graph was not saved.", why: "\(plan.name) cannot be a graph's name.",
        whatToDo: "Use a name such as sign-in.")
    }
    if replacing == .refused, workspace.hasGraph(name) { return [.graphs(.taken(plan))] }
    session.trust = try Reported.workspace { () throws(WorkspaceProblem) in
      try session.preservingTrust { () throws(WorkspaceProblem) in
        try workspace.save(plan, as: name)
      }
    }
    return [.graphs(.saved(name.path)), .graphNames(workspace.graphNames())]
  }
}
