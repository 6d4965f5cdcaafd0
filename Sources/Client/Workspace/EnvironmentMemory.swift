import ClientModel

/// The environment that was chosen last in each workspace, stored in one file per workspace in the
/// folder `environments` of the state folder.
package struct EnvironmentMemory {
  private let folder: WorkspaceFolder

  /// Opens the memory in a state folder.
  ///
  /// - Parameter state: The state folder.
  package init(in state: String) { folder = WorkspaceFolder(root: state, readers: .owner) }

  /// Returns the name of the environment that was chosen last in a workspace.
  ///
  /// - Returns: The name, nil if no environment has been chosen in this workspace, or an empty
  ///   string if the user deselected the environment.
  package func name(for workspace: Workspace) throws(WorkspaceProblem) -> String? {
    try folder.text(try file(of: workspace)).map { String($0.prefix(whileByte: { $0 != 0x0A })) }
  }

  package func write(_ name: String?, for workspace: Workspace) throws(WorkspaceProblem) {
    try folder.write("\(name ?? "")\n", to: try file(of: workspace))
  }

  private func file(of workspace: Workspace) throws(WorkspaceProblem) -> String {
    "environments/\(try WorkspaceFolder.stateName(of: workspace.root))"
  }
}
