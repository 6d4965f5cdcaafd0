import ClientModel

/// The last chosen environment of each workspace. The folder `environments` of the state folder has
/// a file for each workspace.
package struct EnvironmentMemory {
  private let folder: WorkspaceFolder

  /// Opens the memory.
  ///
  /// - Parameter state: The state folder.
  package init(in state: String) { folder = WorkspaceFolder(root: state, readers: .owner) }

  /// Returns the last chosen environment of a workspace.
  ///
  /// - Returns: The name. Nil if none was ever chosen. Empty if the user deselected the
  ///   environment.
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
