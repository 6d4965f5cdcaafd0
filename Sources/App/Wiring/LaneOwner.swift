import ClientModel
import ClientWorkspace

/// The workspace as the owner of lanes and cookies.
struct LaneOwner: Hashable, Sendable {
  /// The identity to which new lanes and cookies belong, or an empty string for the scratch
  /// workspace.
  let identity: String
  /// The folder of the workspace, or an empty string for the scratch workspace. Lanes that were
  /// created before the workspace had an id belong to the folder.
  let folder: String
  /// The id with which the folder is registered, or nil if it is not registered.
  let id: WorkspaceID?

  /// Returns whether a lane belongs to this workspace, by its identity, its id or its folder.
  func owns(_ lane: LaneKey) -> Bool {
    lane.workspace == identity || lane.workspace == folder || lane.workspace == id?.text
  }
}

extension LaneOwner {
  /// Finds the identity of a workspace.
  ///
  /// - Parameter state: The trust state of the files, or nil if it was not examined. Nil is allowed
  ///   if the owner is only compared with lanes, and for the demo.
  init(_ workspace: Workspace, _ state: WorkspaceTrust.State?, in folders: UserFolders) {
    guard workspace.kind == .project, workspace.root != folders.scratch else {
      self.init(identity: "", folder: "", id: nil)
      return
    }
    self.init(
      identity: folders.registry.identity(of: workspace, state ?? .trusted),
      folder: workspace.root, id: folders.registry.id(of: workspace))
  }
}
