import ClientModel
import ClientWorkspace

/// The environment with which a command begins.
struct ChosenEnvironment {
  let values: Environment
  /// The reason why the workspace's own choice cannot be used. Commands that do not fill templates
  /// continue without an environment.
  let problem: Failure?

  /// Reads the named environment, or the workspace's own choice.
  ///
  /// - Throws: An error if the user named an environment that does not exist.
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
