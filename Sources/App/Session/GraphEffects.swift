import ClientModel
import ClientPipeline
import ClientWorkspace
import ViewModels

/// The effect handler of graphs. It adds graphs of the workspace, and a graph assembled in the
/// interface, to the queue.
struct GraphEffects {
  let session: ClientSession
  let permit: EffectPermit

  /// Adds a graph of the workspace.
  func run(_ name: String) async throws -> [AppEvent] {
    let session = try examined()
    let graph = try session.graph(named: name, nil, .queued)
    if let question = question(before: .queue(.runGraph(name)), graph.namedRequests) {
      return [question]
    }
    try await session.checkJQ(ofGraph: name)
    return [.graphQueued(try await session.client.submit(graph), name: name)]
  }

  /// Adds an assembled graph.
  func run(_ plan: GraphPlan) async throws -> [AppEvent] {
    let session = try examined()
    let graph = try session.graph(of: plan, nil, .queued)
    if let question = question(before: .graphs(.queue(plan)), graph.namedRequests) {
      return [question]
    }
    try await session.checkAssertions(of: plan)
    return [.graphQueued(try await session.client.submit(graph), name: plan.name)]
  }

  private func question(before effect: Effect, _ requests: [NamedRequest]) -> AppEvent? {
    ProductionQuestions(session: session, permit: permit)
      .question(before: effect, sending: requests)
  }

  /// Examines the trust in the files again, since the event of an edit may not have arrived. The
  /// graph is read from the current files.
  private func examined() throws -> ClientSession {
    var session = session
    session.trust = try session.examinedTrust()
    return session
  }
}
