import ClientModel

/// The last chosen environment of each workspace, stored as one file per workspace in the folder
/// `environments` of the state folder.
package struct EnvironmentMemory {
  private let folder: WorkspaceFolder

  /// Creates the store.
  ///
  /// - Parameter state: The state folder.
  package init(in state: String) { folder = WorkspaceFolder(root: state, readers: .owner) }

  /// Returns the last chosen environment of a workspace.
  ///
  /// - Returns: The name, nil if no environment was ever chosen, or an empty string if the user
  ///   deselected the environment.
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
