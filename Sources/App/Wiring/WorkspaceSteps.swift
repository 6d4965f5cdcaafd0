import ClientCore
import ClientModel
import ClientPipeline
import ClientWorkspace

/// The source of a graph's requests, which are built as saved requests are: file paths are relative
/// to the workspace, and a graph that was untrusted when it was submitted stays restricted.
struct WorkspaceSteps: StepSource {
  let places: Places

  func request(
    _ draft: Draft, of graph: GraphRun, _ material: GraphMaterial
  ) async throws(Failure) -> PreparedRequest {
    let root = graph.workspace.isEmpty ? places.scratch : graph.workspace
    guard material.trust == .untrusted else {
      return try PlainSteps.request(
        draft, material, files: WorkspaceFiles.facts(relativeTo: root))
    }
    let workspace: Workspace
    do throws(WorkspaceProblem) {
      workspace = try Workspace.open(root)
    } catch {
      throw Failure(.invalidRequest, what: error.what, why: error.why, whatToDo: error.whatToDo)
    }
    let request = try PlainSteps.request(
      draft, material, files: WorkspaceFiles.facts(beneath: workspace))
    let refusals = WorkspaceTrust.untrusted.problems(with: request, in: workspace)
    guard refusals.isEmpty else { throw Failure(refusing: refusals) }
    return request
  }
}
