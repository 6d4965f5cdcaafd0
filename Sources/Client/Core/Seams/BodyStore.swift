public import ClientModel

/// Names the files of bodies.
public protocol BodyStore: Sendable {
  /// The full path of a body file.
  func path(ofBody name: String) -> String

  /// The path of a new body file in the folder of this process.
  func newBodyPath(for attempt: AttemptID) -> String

  /// Copies the files that a request sends, as they are now.
  ///
  /// - Returns: The request with the names of the copies. A job that is added with it owns them until it is
  ///   deleted; otherwise they are deleted when this process ends.
  func snapshot(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest
}
