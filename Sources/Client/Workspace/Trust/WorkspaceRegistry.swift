import ClientModel

/// The folders on this machine that may use the id in their `weir.yaml`.
///
/// Lanes, jobs, cookies and cached responses belong to a workspace's identity. The identity is the
/// id if the folder is registered with it, or else the folder's path. A folder is registered when
/// `weir init` creates the id, and when the user trusts the folder. A folder that only contains a
/// copied id has no access to the data of that id.
///
/// The folder `workspaces` of the state folder has a file for each id. Each line is the path of a
/// folder, and the most recently registered folder is first.
package struct WorkspaceRegistry: Sendable {
  private let state: String

  private static let folder = "workspaces"

  package init(in state: String) { self.state = state }

  // MARK: From a workspace to its identity

  /// Returns the id of a workspace, or nil if its folder is not registered with the id.
  package func id(of workspace: Workspace) -> WorkspaceID? {
    guard workspace.kind == .project, let id = workspace.settings.id,
      folders(of: id).contains(where: { $0.isSame(as: workspace.root) })
    else { return nil }
    return id
  }

  /// Returns the identity of a workspace for its new lanes.
  ///
  /// The identity of an untrusted folder that shares its id with another folder is its path. With
  /// the id, its requests would use the trusted programs of the other folder.
  package func identity(of workspace: Workspace, _ state: WorkspaceTrust.State) -> String {
    guard let id = id(of: workspace), state == .trusted || folders(of: id).count == 1 else {
      return workspace.root
    }
    return id.text
  }

  /// Returns the identity of the workspace in a folder. Returns the path of the folder if its
  /// settings are unreadable.
  package func identity(ofFolder root: String, _ state: WorkspaceTrust.State) -> String {
    do throws(WorkspaceProblem) {
      return identity(of: try Workspace.open(root), state)
    } catch {
      return root
    }
  }

  // MARK: From an identity to a folder

  /// Returns the workspace whose gateways and saved requests are used for an identity. An id can
  /// have several folders: trusted folders are preferred, and then the most recently registered
  /// one.
  ///
  /// Folders that have the required item are preferred to all others. Two folders of an id can be
  /// two branches of one repository, so a new gateway may exist in only one of them.
  ///
  /// - Parameters:
  ///   - identity: The identity of a workspace other than the scratch workspace.
  ///   - accepted: The path of the `trust` file.
  ///   - edits: The treatment of edits since the last acceptance.
  ///   - hasItem: Whether a workspace has the required gateway or saved request.
  package func workspace(
    of identity: String, accepted: String, edits: OwnEdits = .asked,
    where hasItem: (Workspace) -> Bool
  ) throws(WorkspaceProblem) -> Workspace {
    guard let id = WorkspaceID(identity) else { return try Workspace.open(identity) }
    let folders = folders(of: id)
    let all = folders.compactMap { Self.workspace(in: $0, with: id) }
    let withItem = all.filter(hasItem)
    let found = withItem.isEmpty ? all : withItem
    guard let last = found.first else { throw Self.missing(id, folders) }
    guard found.count > 1 else { return last }
    for workspace in found
    where try WorkspaceTrust.examine(workspace, accepted: accepted, edits: edits).state
      == .trusted
    { return workspace }
    return last
  }

  /// Returns the folder of an identity for display: the most recently registered folder of an id.
  /// Returns a path or an unknown id unchanged.
  package func folder(of identity: String) -> String {
    WorkspaceID(identity).flatMap { folders(of: $0).first } ?? identity
  }

  /// The most recently registered folder of each id.
  package var folders: [String: String] {
    guard let state = realState else { return [:] }
    var found: [String: String] = [:]
    for name in FolderEntries.names(in: "\(state)/\(Self.folder)") {
      if let id = WorkspaceID(name) { found[name] = folders(of: id).first }
    }
    return found
  }

  // MARK: On disk

  /// Returns the folders of an id, the most recently registered one first. Returns an empty list if
  /// the record is unreadable, so that each folder is identified by its path.
  package func folders(of id: WorkspaceID) -> [String] {
    guard let state = realState else { return [] }
    do throws(WorkspaceProblem) {
      let text = try WorkspaceFolder(root: state).text("\(Self.folder)/\(id.text)")
      return (text ?? "").words(at: "\n").map(String.init)
    } catch {
      return []
    }
  }

  /// Registers a folder with an id, and removes folders that are no longer workspaces with this id.
  ///
  /// - Parameter root: The path of the folder without symbolic links. A path with a line break is
  ///   not registered.
  package func register(_ root: String, as id: WorkspaceID) throws(WorkspaceProblem) {
    if root.contains(byte: "\n") { return }
    guard let state = realState else {
      throw WorkspaceFolder(root: state).failure("The id of the workspace was not registered.")
    }
    let before = folders(of: id)
    let others = before.filter {
      !$0.isSame(as: root) && WorkspaceFolder(root: $0).exists("weir.yaml")
    }
    guard !before.elementsEqual([root] + others, by: { $0.isSame(as: $1) }) else { return }
    try WorkspaceFolder(root: state, readers: .owner).write(
      ([root] + others).joined(separator: "\n") + "\n", to: "\(Self.folder)/\(id.text)")
  }

  private var realState: String? { WorkspaceTrust.realFolder(of: "\(state)/\(Self.folder)") }

  /// Returns the workspace in a folder, or nil if it is unreadable or has another id.
  private static func workspace(in folder: String, with id: WorkspaceID) -> Workspace? {
    do throws(WorkspaceProblem) {
      let workspace = try Workspace.open(folder)
      return workspace.settings.id == id ? workspace : nil
    } catch {
      return nil
    }
  }

  private static func missing(_ id: WorkspaceID, _ folders: [String]) -> WorkspaceProblem {
    WorkspaceProblem(
      .missing, what: "The workspace with the id \(id.text) was not found.",
      why: folders.isEmpty
        ? "No folder on this machine was trusted with this id."
        : "Each of its folders is unreadable or has another id: \(folders.joined(separator: ", ")).",
      whatToDo: "Run `weir trust` in a folder with this id in weir.yaml, then retry the job.")
  }
}
