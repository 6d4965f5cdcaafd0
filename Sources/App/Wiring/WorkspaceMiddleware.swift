import ClientCore
import ClientModel
import ClientWorkspace

/// Takes the stages of requests from their gateways in the job's workspace, as it is now.
struct WorkspaceMiddleware: MiddlewareSource {
  let places: Places

  func concerns(_ request: PreparedRequest) -> Bool {
    request.gateway?.middleware == .byName
  }

  func middleware(
    for request: PreparedRequest, workspace folder: String
  ) async throws(Failure) -> Middleware {
    guard let name = request.gateway?.name else { return Middleware() }
    let what = "The stages of the gateway \(name) cannot be had."
    do throws(WorkspaceProblem) {
      let workspace = try Workspace.open(folder.isEmpty ? places.scratch : folder)
      guard let rule = workspace.settings.gateways[name]?.middleware else {
        throw WorkspaceProblem(
          .name, what: what, why: "weir.yaml no longer describes that gateway.",
          whatToDo: "Describe it again, or cancel the job.")
      }
      // Programs run only as the user accepted them; Weir's own folder is no stranger's.
      if let program = rule.commands.first, !folder.isEmpty,
        try WorkspaceTrust.examine(workspace, accepted: places.trust).standing == .untrusted
      {
        let others = rule.commands.map(\.name).filter { $0 != program.name }
        let all = ([program.name] + others).joined(separator: ", ")
        throw WorkspaceProblem(
          .untrusted,
          what: others.isEmpty
            ? "The program \(program.name) of the gateway \(name) was not run."
            : "The programs \(all) of the gateway \(name) were not run.",
          why: "The workspace was not accepted as it is now.",
          whatToDo: "Look at its files, run `weir trust`, then retry the job.")
      }
      return Middleware(rule)
    } catch {
      throw Failure(.program, what: error.what, why: error.why, whatToDo: error.whatToDo)
    }
  }
}
