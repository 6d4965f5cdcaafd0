import ClientModel

/// The rows of the catalog browser that the user folded or unfolded in each workspace. The folder
/// `folds` of the state folder has a file for each workspace, with a line for each row.
package struct FoldMemory {
  /// The maximum number of rows. More rows come from catalogs that no longer exist.
  private static let most = 1000

  private let folder: WorkspaceFolder

  /// Opens the memory.
  ///
  /// - Parameter state: The state folder.
  package init(in state: String) { folder = WorkspaceFolder(root: state, readers: .owner) }

  package func rows(of workspace: Workspace) throws(WorkspaceProblem) -> [String] {
    (try folder.text(try file(of: workspace)) ?? "").words(at: "\n").map(String.init)
  }

  /// Stores the rows. A row with a line break is not stored.
  package func write(_ rows: [String], for workspace: Workspace) throws(WorkspaceProblem) {
    let rows = rows.filter { !$0.contains(byte: "\n") }.sorted().prefix(Self.most)
    try folder.write(rows.map { "\($0)\n" }.joined(), to: try file(of: workspace))
  }

  private func file(of workspace: Workspace) throws(WorkspaceProblem) -> String {
    "folds/\(try WorkspaceFolder.stateName(of: workspace.root))"
  }
}
