public import ClientModel

/// Stores the bytes of large bodies.
public protocol BodyStore: Sendable {
  /// Returns the destination of an attempt's body. The attempt must belong to this process. Nothing
  /// is created yet.
  func newBody(for attempt: AttemptID) -> NewBody

  /// Returns the bytes of a body by the name in `StoredBody`. Nothing is opened yet.
  func bytes(named name: String) -> StoredBytes

  /// Copies the current content of the files in a request's body.
  ///
  /// - Returns: The request with the names of the copies. If a job is added with this request, the
  ///   copies are deleted together with the job. If not, they are deleted when this process ends.
  func snapshot(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest
}

extension BodyStore {
  /// Returns the stored bytes of a body. Returns nil if the body is empty or is stored inline.
  func bytes(of body: StoredBody) -> StoredBytes? {
    if case .file(let name, _, _) = body { bytes(named: name) } else { nil }
  }
}
