import ClientModel
import ClientWorkspace

/// The environment a command begins with.
struct ChosenEnvironment {
  let values: Environment
  /// Why the workspace's own choice cannot be used; what fills no templates goes on without.
  let problem: Failure?

  /// - Throws: When the user named one that there is not.
  init(of workspace: Workspace, named name: String?) throws(Failure) {
    do throws(Failure) {
      values = try Reported.workspace { () throws(WorkspaceProblem) in
        try workspace.environments().layered(name ?? workspace.settings.defaultEnvironment)
      }
      problem = nil
    } catch {
      guard name == nil else { throw error }
      values = Environment()
      problem = error
    }
  }
}
