public import ClientModel

/// The part of a store for the files of bodies.
public protocol BodyStore: Sendable {
  /// Returns the full path of a body file.
  func path(ofBody name: String) -> String

  /// Returns the path of a new body file in the folder of this process.
  func newBodyPath(for attempt: AttemptID) -> String

  /// Copies the files of a request's body, in the current state of the files.
  ///
  /// - Returns: The request with the names of the copies. A job that is added with it owns the
  ///   copies until it is deleted. Otherwise, they are deleted when this process ends.
  func snapshot(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest
}
