import ClientCatalogs
import ClientCore
import ClientModel
import ClientPipeline
import ClientWorkspace

/// The reasons why an untrusted workspace may not send a request.
struct RequestRefusals {
  let context: RequestContext

  private var trust: WorkspaceTrust? { context.trust }
  private var overlays: [String: SensitiveText] { context.overlays }

  /// Returns all problems of a request in an untrusted workspace.
  ///
  /// The user's own draft needs no trust if it is complete without the workspace's values.
  ///
  /// - Parameter values: Further values that the user gave, such as a row of a file.
  func problems(
    with request: PreparedRequest, from draft: Draft, by author: DraftAuthor,
    values: [String: SensitiveText] = [:]
  ) -> [DraftProblem] {
    guard let trust, trust.state == .untrusted else { return [] }
    // The values that a gateway adds belong to the workspace, even if the user named the gateway.
    if author == .user, request.gateway == nil, !hasCatalog(of: draft.endpoint) {
      var own = context.preparation(of: .user)
      own.gateways = Gateways()
      own.environment = Environment().overlaid(with: overlays).overlaid(withData: values)
      if own.examine(draft).request != nil { return [] }
    }
    let typed = author == .user ? draft : Draft()
    let problems = trust.problems(with: request, in: context.workspace, typed: typed)
    let named = Array(overlays.keys) + Array(values.keys)
    let bringsSecret =
      author != .workspace && request.carriesSecrets || givesSecret(named: named)
    guard problems.isEmpty, bringsSecret,
      author == .workspace || !isAddress(of: request, from: draft, values)
    else { return problems }
    return [strangeAddress(request.origin)]
  }

  /// Returns whether one of the given names is the name of a credential.
  private func givesSecret(named names: [String]) -> Bool {
    names.contains { CredentialNames.standard.contains($0, in: .field) }
  }

  /// Returns whether the user wrote the address of a request. False if it is from a file of the
  /// workspace.
  private func isAddress(
    of request: PreparedRequest, from draft: Draft, _ values: [String: SensitiveText]
  ) -> Bool {
    if hasCatalog(of: draft.endpoint) { return false }
    // The address of a gateway's broker is added to the draft before the draft is prepared.
    if request.origin.isBroker, request.gateway != nil { return false }
    let written = Draft(url: String(draft.url[..<RequestURL.pathStart(of: draft.url)]))
    let own = Preparation(
      environment: Environment().overlaid(with: overlays).overlaid(withData: values),
      files: context.preparation(of: .user).files)
    return own.examine(written).request?.origin == request.origin
  }

  /// Returns whether a file of the workspace describes the endpoint.
  private func hasCatalog(of endpoint: EndpointName?) -> Bool {
    guard let endpoint else { return false }
    do throws(CatalogProblem) {
      return try context.catalogs.sources().contains { source in
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

  /// Refuses a graph of an untrusted workspace.
  ///
  /// The graph is refused if its requests could get a secret of the user, or if another user can
  /// change the workspace's files.
  func checkOverlays(ofGraph plan: GraphPlan) throws(Failure) {
    guard let trust, trust.state == .untrusted else { return }
    if let problem = trust.foreignProblem { throw Failure(refusing: [problem]) }
    guard givesSecret(named: Array(overlays.keys)) else { return }
    throw Failure(
      refusing: [
        WorkspaceTrust.problem(
          .option("var"), "The graph \(plan.name) could send your secret anywhere.")
      ])
  }
}
