import ClientModel

/// The user's last choices in each workspace, such as the current environment. The state folder has
/// a folder for each kind of choice, with a file for each workspace.
package struct WorkspaceMemory {
  /// A kind of choice. The raw value is the name of its folder.
  package enum Kind: String {
    /// The current environment. The file has one line, which is empty for no environment.
    case environment = "environments"
    /// The rows of the catalog browser that were folded or unfolded, one per line.
    case folds
  }

  /// The maximum number of lines. More lines come from rows that no longer exist.
  private static let most = 1000

  private let folder: WorkspaceFolder
  private let kind: Kind

  /// Opens the memory.
  ///
  /// - Parameter state: The state folder.
  package init(of kind: Kind, in state: String) {
    folder = WorkspaceFolder(root: state, readers: .owner)
    self.kind = kind
  }

  /// Returns the stored lines. Returns nil if nothing was ever stored for the workspace.
  package func lines(of workspace: Workspace) throws(WorkspaceProblem) -> [String]? {
    guard let text = try folder.text(try file(of: workspace)) else { return nil }
    return text.pieces(at: "\n").dropLast().map(String.init)
  }

  /// Stores lines. A text with a line break is not stored.
  package func write(_ lines: [String], of workspace: Workspace) throws(WorkspaceProblem) {
    let lines = lines.filter { !$0.contains(byte: "\n") }.prefix(Self.most)
    try folder.write(lines.map { "\($0)\n" }.joined(), to: try file(of: workspace))
  }

  private func file(of workspace: Workspace) throws(WorkspaceProblem) -> String {
    "\(kind.rawValue)/\(try WorkspaceFolder.stateName(of: workspace.root))"
  }
}
