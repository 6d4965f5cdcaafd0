import ClientModel
import ClientWorkspace

/// The environment that is active at the start of a command.
struct ChosenEnvironment {
  let values: Environment
  /// The reason why the workspace's default environment cannot be used. A command that does not
  /// fill templates continues without an environment.
  let problem: Failure?

  /// Reads the named environment, or the workspace's default environment.
  ///
  /// - Parameter given: The values of `--var`.
  /// - Throws: An error if the user named an environment that does not exist.
  init(
    of workspace: Workspace, named name: String?, given: [String: SensitiveText] = [:]
  ) throws(Failure) {
    do throws(Failure) {
      values = try Reported.workspace { () throws(WorkspaceProblem) in
        try workspace.variables(of: name ?? workspace.settings.defaultEnvironment, given: given)
      }
      problem = nil
    } catch {
      guard name == nil else { throw error }
      values = Environment().overlaid(with: given)
      problem = error
    }
  }
}
