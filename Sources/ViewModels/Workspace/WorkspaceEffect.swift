/// An operation on the workspace, or on the trust in its files.
package enum WorkspaceEffect: Hashable, Sendable {
  /// Creates a workspace in the folder in which Weir was started. Copies these catalogs of scratch
  /// into it. Results in `AppEvent.workspaceMade`.
  case make(catalogs: [String])
  /// Compares the workspace's files with the accepted files. Results in `AppEvent.place`. If the
  /// files differ, also results in `AppEvent.trustAsked`.
  case askForTrust
  /// Accepts the workspace's files as they were when Weir asked about trust. Results in
  /// `AppEvent.place`.
  case trust
}
