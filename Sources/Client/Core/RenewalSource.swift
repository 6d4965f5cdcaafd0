public import ClientModel

/// Finds the request that renews an expired authentication; only the dispatching process asks.
public protocol RenewalSource: Sendable {
  /// The saved request of that name, prepared.
  ///
  /// - Parameter workspace: The folder of the job's workspace, as in its lane.
  /// - Throws: Why there is none; the job then fails as not authenticated.
  func request(
    named name: String, workspace: String, environment: String
  ) async throws(Failure) -> PreparedRequest
}

/// Renews nothing: for programs without a workspace.
public struct NoRenewals: RenewalSource {
  /// Creates a source that renews nothing.
  public init() {}

  public func request(
    named name: String, workspace: String, environment: String
  ) async throws(Failure) -> PreparedRequest {
    throw Failure(
      .authentication, what: "The request \(name) was not sent to renew the credentials.",
      why: "This program has no workspace to take it from.",
      whatToDo: "Renew them yourself, then retry.")
  }
}
