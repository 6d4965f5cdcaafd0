import ClientModel
import ClientWorkspace

/// The environment that is active at the start of a command.
struct ChosenEnvironment {
  let values: Environment
  /// The reason why the workspace's own choice cannot be used. A command that does not fill
  /// templates continues without an environment.
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
