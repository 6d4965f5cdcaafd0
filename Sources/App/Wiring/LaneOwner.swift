import ClientModel
import ClientWorkspace

/// The workspace as the owner of lanes and cookies.
struct LaneOwner: Hashable, Sendable {
  /// The identity for new lanes and cookies. It is empty for the scratch workspace.
  let identity: String
  /// The folder of the workspace. It is empty for the scratch workspace.
  ///
  /// Lanes that were created before the workspace had an id belong to the folder.
  let folder: String
  /// The id under which the folder is registered. It is nil if the folder is not registered.
  let id: WorkspaceID?

  /// Returns whether a lane belongs to this workspace. The key of a lane contains the identity, the
  /// id or the folder of a workspace.
  func owns(_ lane: LaneKey) -> Bool {
    lane.workspace == identity || lane.workspace == folder || lane.workspace == id?.text
  }
}

extension LaneOwner {
  /// Determines the identity of a workspace.
  ///
  /// - Parameter state: The trust state of the files. It may be nil for the demo, or if the owner
  ///   is only compared with lanes.
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
