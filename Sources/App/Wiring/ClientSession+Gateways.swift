import ClientCore
import ClientModel
import ClientPipeline

/// The application of the workspace's gateways to lanes and to stub responses.
extension ClientSession {
  /// The lanes that get the settings of their gateways.
  enum LaneScope {
    /// The lanes that were never used. A limit that the user has changed since stays.
    case new
    /// All lanes, because the file is read again.
    case all
  }

  /// The workspace's gateways. Before the workspace is trusted, it cannot declare that a field is
  /// not a credential.
  var gateways: Gateways {
    var gateways = workspace.settings.gateways
    if trust?.standing == .untrusted {
      gateways.credentialNames = CredentialNames(adding: gateways.credentialNames.added)
    }
    return gateways
  }

  /// Sets the limits and rates of lanes as their gateways define them.
  func tuneLanes(_ scope: LaneScope) async throws(Failure) {
    let asking = gateways.all.filter { $0.lane != LaneRule() }
    guard !asking.isEmpty else { return }
    var known: [LaneKey: Lane] = [:]
    for tally in try await client.lanes() { known[tally.lane.key] = tally.lane }
    for gateway in asking {
      let key = LaneKey(workspace: laneWorkspace, name: gateway.name)
      guard scope == .all || known[key] == nil else { continue }
      if let limit = gateway.lane.limit, known[key]?.limit != limit {
        try await client.setLimit(limit, of: key)
      }
      if let rate = gateway.lane.rate, known[key]?.rate != rate {
        try await client.setRate(rate, of: key)
      }
    }
  }

  /// Activates the stub routes of the workspace, with their addresses filled from the environment.
  /// In an untrusted workspace, the routes run no programs.
  func useStubRoutes() {
    stubs?.use(StubRoutes(gateways, environment: environment).routes)
    stubs?.use(trust?.standing == .untrusted ? RefusedPrograms() : SystemPrograms())
  }
}

/// A program runner for workspaces that are not trusted, which runs no program.
struct RefusedPrograms: ProgramRunner {
  func run(_ program: Program) async throws(Failure) -> ProgramOutput {
    throw Failure(
      .program, what: "The program \(program.arguments.first ?? "of the stub") was not run.",
      why: "The workspace is not trusted, or its files changed since it was.",
      whatToDo: "Look at its files, then run `weir trust`.")
  }
}
