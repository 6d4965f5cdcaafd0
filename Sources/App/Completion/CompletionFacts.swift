import ClientCatalogs
import ClientModel
import ClientStore
import ClientWorkspace
import FoundationEssentials
import ViewModels

/// A reader of the data for completion candidates. The data is in the workspace and the store.
///
/// Reading takes no lock, asks no questions and contacts no server. It writes nothing but the cache
/// of large catalogs.
struct CompletionFacts: Sendable {
  private let folders: UserFolders
  private let folder: String?
  private let environmentName: String?
  private let server: String?

  /// Creates a reader for a command line.
  ///
  /// - Parameter line: The command line. Its `--workspace` and `--env` name the workspace and the
  ///   environment, its `--store` a server.
  init(for line: CompletionLine, folders: UserFolders = UserFolders()) {
    self.folders = folders
    folder = line.value(of: "--workspace").map { Self.path($0, home: folders.home) }
    environmentName = line.value(of: "--env")
    server = line.value(of: "--store")
  }

  /// Expands `~/` in a path like the shell.
  private static func path(_ text: String, home: String) -> String {
    if text.isSame(as: "~") { return home }
    return text.begins(with: "~/") ? home + text.dropping(bytes: 1) : text
  }

  /// Returns the workspace of the line. Returns nil if there is none.
  func workspace() throws -> Workspace? {
    if let folder { return try Workspace.open(folder) }
    return try Workspace.existing(
      nearest: FileManager.default.currentDirectoryPath, scratch: folders.scratch)
  }

  /// Returns the environment that fills templates.
  func environment() throws -> Environment {
    guard let workspace = try workspace() else { return Environment() }
    return try workspace.variables(
      of: environmentName ?? workspace.settings.defaultEnvironment)
  }

  /// Returns the owner of a workspace's lanes. The trust is not examined, because it does not
  /// change the lanes.
  func owner(of workspace: Workspace) -> LaneOwner { LaneOwner(workspace, nil, in: folders) }

  /// The folders of workspaces. The key is the id of the workspace.
  var foldersByID: [String: String] { folders.registry.folders }

  /// Returns the store on this machine. Throws if the jobs are on a server.
  func store() throws -> StoreListing {
    let hasServer =
      try server != nil || workspace()?.settings.store != nil
      || Settings.read(in: folders.config, mentioning: Settings.storeKey).settings.store != nil
    if hasServer {
      throw Failure(
        .unsupported, what: "Jobs on a server are not listed.",
        why: "Completion contacts no server.", whatToDo: "Use `weir queue list`.")
    }
    return try StoreListing(folder: folders.state)
  }

  /// Returns the catalogs of the workspace and the bundled catalogs.
  func catalogs() throws -> CatalogLibrary {
    CatalogLibrary(workspace: try workspace()?.root ?? folders.scratch, folders: folders)
  }
}
