package import ClientModel

/// Whether the user has accepted a workspace as it is now. An edit from outside asks again.
package struct WorkspaceTrust: Hashable, Sendable {
  package enum Standing: Hashable, Sendable { case trusted, untrusted }

  package let standing: Standing
  /// Over the names and contents of all its files; 64 hexadecimal digits.
  package let digest: String

  /// Compares the workspace's files with the accepted digests in the `trust` file of the state folder.
  package static func examine(
    _ workspace: Workspace, accepted: String
  ) throws(WorkspaceProblem) -> WorkspaceTrust { WorkspaceTrust(standing: .untrusted, digest: "") }

  /// Accepts the workspace as it was when examined.
  package func accept(
    _ workspace: Workspace, accepted: String
  ) throws(WorkspaceProblem) -> WorkspaceTrust { self }

  /// What an untrusted workspace's request may not do: references, files outside, `insecure`.
  package func problems(with request: PreparedRequest, in workspace: Workspace) -> [DraftProblem] {
    []
  }
}
