public import ClientModel

/// The part of a store for the bytes of large bodies.
public protocol BodyStore: Sendable {
  /// Returns the destination for the body of an attempt of this process. Creates nothing yet.
  func newBody(for attempt: AttemptID) -> NewBody

  /// Returns the bytes of a body by its name in `StoredBody`. Opens nothing yet.
  func bytes(named name: String) -> StoredBytes

  /// Copies the files of a request's body in their current state.
  ///
  /// - Returns: The request with the names of the copies. A job that is added with it owns the
  ///   copies until it is deleted. Otherwise, they are deleted when this process ends.
  func snapshot(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest
}

extension BodyStore {
  /// Returns the stored bytes of a body. Returns nil if the body is empty, or if `body` contains
  /// the bytes itself.
  func bytes(of body: StoredBody) -> StoredBytes? {
    if case .file(let name, _, _) = body { bytes(named: name) } else { nil }
  }
}
