import ClientCore
import ClientModel
import ClientPipeline
import ClientWorkspace

/// The source of requests that renew credentials, which are saved requests of the job's workspace.
struct WorkspaceRenewals: RenewalSource {
  let places: Places
  /// The values of `--var`.
  let overlays: [String: SensitiveText]

  func request(
    named name: String, workspace folder: String, environment: String
  ) async throws(Failure) -> PreparedRequest {
    let what = "The request \(name) was not sent to renew the credentials."
    let result: (request: PreparedRequest?, problems: [DraftProblem])
    do throws(WorkspaceProblem) {
      result = try prepare(name, in: folder, environment)
    } catch {
      throw Failure(
        .authentication, what: what, why: "\(error.what) \(error.why)", whatToDo: error.whatToDo)
    }
    if let request = result.request, result.problems.isEmpty { return request }
    let problem = result.problems.first
    throw Failure(
      .authentication, what: what, why: problem.map { "\($0.what) \($0.why)" } ?? "It is empty.",
      whatToDo: problem?.whatToDo ?? "Save it again.")
  }

  private func prepare(
    _ text: String, in folder: String, _ environment: String
  ) throws(WorkspaceProblem) -> (PreparedRequest?, [DraftProblem]) {
    let workspace = try Workspace.open(folder.isEmpty ? places.scratch : folder)
    guard let name = RequestName(text) else {
      throw WorkspaceProblem(
        .name, what: "\(text) cannot be a request's name.", why: "It is not a path of names.",
        whatToDo: "Name a saved request under `refresh` in weir.yaml.")
    }
    let trust = try WorkspaceTrust.examine(workspace, accepted: places.trust)
    let values = try workspace.environments().layered(environment.isEmpty ? nil : environment)
    let preparation = Preparation(
      // An untrusted workspace must not send values that the user typed for another request.
      environment: trust.standing == .untrusted ? values : values.overlaid(with: overlays),
      files: WorkspaceFiles.facts(beneath: workspace), gateways: workspace.settings.gateways)
    let result = preparation.examine(try workspace.load(name))
    guard let request = result.request else { return (nil, result.problems) }
    return (request, trust.problems(with: request, in: workspace))
  }
}
