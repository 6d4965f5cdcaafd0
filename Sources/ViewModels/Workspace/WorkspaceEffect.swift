/// An operation on the workspace and the trust in its files.
package enum WorkspaceEffect: Hashable, Sendable {
  /// Creates a workspace in the folder in which Weir was started. Results in
  /// `AppEvent.workspaceMade`.
  case make
  /// Compares the workspace's files with the accepted ones. Results in `AppEvent.trustAsked`, or in
  /// `place` if they are trusted.
  case askForTrust
  /// Accepts the workspace's files as they were when Weir asked about trust. Results in
  /// `AppEvent.place`.
  case trust
}
