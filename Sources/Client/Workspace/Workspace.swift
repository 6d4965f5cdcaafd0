package import ClientModel

/// A folder of files that describe requests and environments. Reading it costs only what is asked for.
package struct Workspace: Hashable, Sendable {
  /// The folder, absolute, without symbolic links.
  package let root: String
  package let settings: WorkspaceSettings

  /// The nearest folder upwards that holds `weir.yaml`, else the scratch workspace (made when missing).
  package static func nearest(
    to folder: String, scratch: String
  ) throws(WorkspaceProblem) -> Workspace {
    Workspace(root: scratch, settings: WorkspaceSettings())
  }

  /// The workspace in exactly this folder.
  package static func open(_ folder: String) throws(WorkspaceProblem) -> Workspace {
    Workspace(root: folder, settings: WorkspaceSettings())
  }

  /// Writes a commented `weir.yaml`, `environments.yaml` and an example; refuses to overwrite.
  ///
  /// - Returns: The paths written, relative to the folder.
  @discardableResult
  package static func create(in folder: String) throws(WorkspaceProblem) -> [String] { [] }

  /// Every saved request by name, sorted; no file is opened, so 1,000 cost little.
  package func requestNames() throws(WorkspaceProblem) -> [RequestName] { [] }
  package func load(_ name: RequestName) throws(WorkspaceProblem) -> Draft { Draft() }
  /// Writes the request whole or not at all. A literal in a secret place is refused.
  package func save(_ draft: Draft, as name: RequestName) throws(WorkspaceProblem) {}
  package func rename(_ name: RequestName, to other: RequestName) throws(WorkspaceProblem) {}
  /// - Returns: The name of the copy.
  package func duplicate(_ name: RequestName) throws(WorkspaceProblem) -> RequestName { name }
  package func delete(_ name: RequestName) throws(WorkspaceProblem) {}

  package func environments() throws(WorkspaceProblem) -> Environments { Environments() }
}

/// What `weir.yaml` says.
package struct WorkspaceSettings: Hashable, Sendable {
  package var name: String?
  package var defaultEnvironment: String?

  package init(name: String? = nil, defaultEnvironment: String? = nil) {
    self.name = name
    self.defaultEnvironment = defaultEnvironment
  }
}
