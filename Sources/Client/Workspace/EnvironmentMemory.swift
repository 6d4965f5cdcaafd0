import ClientModel

/// The environment that was chosen last in each workspace, in the file `environments` of the state folder:
/// a line for each, with the name and the folder.
package struct EnvironmentMemory {
  /// So many workspaces at most; the one that was used longest ago goes.
  private static let most = 1000

  private let folder: WorkspaceFolder

  /// - Parameter state: The state folder.
  package init(in state: String) { folder = WorkspaceFolder(root: state, readers: .owner) }

  /// - Returns: Nil when none was ever chosen here; an empty name for none.
  package func name(for workspace: Workspace) throws(WorkspaceProblem) -> String? {
    try lines().last { $0.folder == workspace.root }?.name
  }

  package func write(_ name: String?, for workspace: Workspace) throws(WorkspaceProblem) {
    guard !workspace.root.contains(byte: "\n") else { return }
    var lines = try lines().filter { $0.folder != workspace.root }
    lines.append((name ?? "", workspace.root))
    let text = lines.suffix(Self.most).map { "\($0.name)\t\($0.folder)\n" }.joined()
    try folder.write(text, to: "environments")
  }

  private func lines() throws(WorkspaceProblem) -> [(name: String, folder: String)] {
    (try folder.text("environments") ?? "").pieces(at: "\n").compactMap { line in
      line.cut(at: "\t").map { (String($0.before), String($0.after)) }
    }
  }
}
