/// Tells when files of a workspace change, whoever changed them.
package final class WorkspaceWatch: Sendable {
  package enum Change: Hashable, Sendable {
    /// A request file was written, moved, made or removed.
    case requests
    case environments
    case settings
  }

  package init(_ workspace: Workspace) throws(WorkspaceProblem) {}

  /// Changes as they come, several close together as one; ends when the watch is cancelled.
  package let changes = AsyncStream<Change> { $0.finish() }

  package func cancel() {}
}
