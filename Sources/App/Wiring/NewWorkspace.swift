import ClientModel
import ClientWorkspace
import FoundationEssentials

/// The creation of workspaces.
enum NewWorkspace {
  /// The result of creating a workspace.
  enum Creation {
    /// The written paths, relative to the folder.
    case created([String])
    /// The folder was a workspace without an id. An id was added to its `weir.yaml`.
    case addedID
  }

  /// Creates a workspace with an id.
  ///
  /// The workspace is trusted, unless the folder already contained requests, graphs or catalogs,
  /// because other people may have written these. If the folder is a workspace without an id, only
  /// an id is added. The trust does not change.
  @discardableResult
  static func make(in folder: String, folders: UserFolders) throws(Failure) -> Creation {
    var random = SystemRandomNumberGenerator()
    let id = WorkspaceID(using: &random)
    return try Reported.workspace { () throws(WorkspaceProblem) in
      if FileManager.default.fileExists(atPath: "\(folder)/weir.yaml") {
        let workspace = try Workspace.open(folder)
        if workspace.settings.id == nil {
          try add(id, to: workspace, folders)
          return .addedID
        }
      }
      return .created(try create(in: folder, id, folders))
    }
  }

  private static func create(
    in folder: String, _ id: WorkspaceID, _ folders: UserFolders
  ) throws(WorkspaceProblem) -> [String] {
    let holdsForeign = ["requests", "graphs", "catalogs"].contains {
      FileManager.default.fileExists(atPath: "\(folder)/\($0)")
    }
    let written = try Workspace.create(in: folder, id: id)
    let workspace = try Workspace.open(folder)
    try makeStateFolder(folders)
    // The id is new and belongs to no other workspace. It is registered without trust.
    try folders.registry.register(workspace.root, as: id)
    guard !holdsForeign else { return written }
    _ = try WorkspaceTrust.examine(workspace, accepted: folders.trust)
      .accept(workspace, accepted: folders.trust)
    return written
  }

  private static func add(
    _ id: WorkspaceID, to workspace: Workspace, _ folders: UserFolders
  ) throws(WorkspaceProblem) {
    try makeStateFolder(folders)
    _ = try folders.preservingTrust(of: workspace) {
      () throws(WorkspaceProblem) in _ = try workspace.adding(id)
    }
    try folders.registry.register(workspace.root, as: id)
  }

  /// Creates the state folder. Only its owner may read it.
  private static func makeStateFolder(_ folders: UserFolders) throws(WorkspaceProblem) {
    do {
      try FileManager.default.createDirectory(
        atPath: folders.state, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw WorkspaceProblem(
        .file, what: "The folder \(folders.state) was not created.",
        why: FileAccessError(error).why,
        whatToDo: "Create it, or set XDG_STATE_HOME to a folder that you own.")
    }
  }
}
