import ClientCore
import ClientModel
import ClientPipeline

/// What the gateways of the workspace ask of lanes and of the stub responses.
extension ClientSession {
  /// Which lanes take up what their gateways ask for.
  enum LaneScope {
    /// Those that were never used: a limit that the user changed since stays.
    case new
    /// All: the file is read anew.
    case all
  }

  /// The workspace's gateways. Until it is trusted, it cannot say that a name is not that of a credential.
  var gateways: Gateways {
    var gateways = workspace.settings.gateways
    if trust?.standing == .untrusted {
      gateways.credentialNames = CredentialNames(adding: gateways.credentialNames.added)
    }
    return gateways
  }

  /// Gives lanes the limit and rate of their gateways.
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

  /// Puts the routes of the workspace in force, their addresses filled from the environment.
  func useStubRoutes() {
    stubs?.use(StubRoutes(gateways, environment: environment).routes)
    stubs?.use(trust?.standing == .untrusted ? RefusedPrograms() : SystemPrograms())
  }
}
