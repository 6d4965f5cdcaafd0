import ClientModel
import ClientWorkspace
import FoundationEssentials

/// The creation of workspaces that Weir itself writes.
enum NewWorkspace {
  /// Creates a workspace and trusts it, unless the folder already contained requests, graphs or
  /// catalogs, which other people may have written.
  ///
  /// - Returns: The written paths relative to the folder.
  @discardableResult
  static func make(in folder: String, folders: UserFolders) throws(Failure) -> [String] {
    let holdsForeign = ["requests", "graphs", "catalogs"].contains {
      FileManager.default.fileExists(atPath: "\(folder)/\($0)")
    }
    return try Reported.workspace { () throws(WorkspaceProblem) in
      let written = try Workspace.create(in: folder)
      guard !holdsForeign else { return written }
      let workspace = try Workspace.open(folder)
      try makeStateFolder(folders)
      _ = try WorkspaceTrust.examine(workspace, accepted: folders.trust)
        .accept(workspace, accepted: folders.trust)
      return written
    }
  }

  /// Creates the state folder, which only its owner may read.
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
