import ClientCore
import ClientModel
import ClientWorkspace

/// The source of middleware for requests.
///
/// The stages are read from the request's gateway. The current state of the job's workspace
/// applies.
struct WorkspaceMiddleware: MiddlewareSource {
  let folders: UserFolders

  func concerns(_ request: PreparedRequest) -> Bool {
    if case .forced = request.options.parsing { return true }
    return request.gateway?.middleware == .byName
  }

  func middleware(
    for request: PreparedRequest, workspace identity: String
  ) async throws(Failure) -> Middleware {
    var middleware = try ofGateway(request, identity)
    guard case .forced(let type) = request.options.parsing,
      middleware.parsers.parser(for: type) == nil
    else { return middleware }
    guard let parser = ParserTable.parser(builtInFor: type) else {
      throw Failure(
        .invalidRequest, what: "The request was not sent.",
        why: "There is no parser for \(type), the type chosen for its response.",
        whatToDo: "Choose JSON, XML or text, or add the type to the gateway's `parsers`.")
    }
    middleware.parsers.setParser(parser, for: type)
    return middleware
  }

  private func ofGateway(
    _ request: PreparedRequest, _ identity: String
  ) throws(Failure) -> Middleware {
    guard let gateway = request.gateway, gateway.middleware == .byName else { return Middleware() }
    let name = gateway.name
    let what = "The stages of the gateway \(name) cannot be loaded."
    do throws(WorkspaceProblem) {
      let workspace = try folders.workspace(of: identity) {
        $0.settings.gateways[name] != nil
      }
      guard let rule = workspace.settings.gateways[name]?.middleware else {
        throw WorkspaceProblem(
          .name, what: what, why: "weir.yaml no longer describes that gateway.",
          whatToDo: "Add it again, or cancel the job.")
      }
      // Programs run only if their files have not changed since the user accepted them. Weir's own
      // folder needs no trust.
      if !rule.commands.isEmpty, !identity.isEmpty {
        let trust = try folders.examine(workspace)
        if trust.state == .untrusted {
          throw Self.refusal(
            of: rule, of: name, changed: trust.changedFiles(of: rule, in: workspace))
        }
      }
      return Middleware(rule)
    } catch {
      throw Failure(.program, what: error.what, why: error.why, whatToDo: error.whatToDo)
    }
  }

  /// Returns the problem of untrusted programs that were not run.
  ///
  /// - Parameter changed: The rule's files that are known to have changed.
  private static func refusal(
    of rule: MiddlewareRule, of gateway: String, changed: [String]
  ) -> WorkspaceProblem {
    var names: [String] = []
    for name in rule.commands.map(\.name) where !names.contains(name) { names.append(name) }
    if !changed.isEmpty { names = changed }
    let isOne = names.count == 1
    let list = names.joined(separator: ", ")
    return WorkspaceProblem(
      .untrusted,
      what: isOne
        ? "The program \(list) of the gateway \(gateway) was not run."
        : "The programs \(list) of the gateway \(gateway) were not run.",
      why: changed.isEmpty
        ? "The workspace is not trusted, or its files have changed."
        : "\(isOne ? "It" : "They") changed after the workspace was accepted.",
      whatToDo: "\(TrustAdvice.sentence) Then retry the job.")
  }
}
