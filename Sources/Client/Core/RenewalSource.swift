public import ClientModel

/// A source of the requests that renew an expired authentication. Only the process that sends the
/// job uses it.
public protocol RenewalSource: Sendable {
  /// Prepares the saved request with this name.
  ///
  /// - Parameter workspace: The identity of the job's workspace, as in its lane.
  /// - Throws: The reason why there is no such request. In this case, the job fails with an
  ///   authentication error.
  func request(
    named name: String, workspace: String, environment: String
  ) async throws(Failure) -> PreparedRequest
}

/// A source that renews nothing, for programs without a workspace.
public struct NoRenewals: RenewalSource {
  /// Creates a source that renews nothing.
  public init() {}

  public func request(
    named name: String, workspace: String, environment: String
  ) async throws(Failure) -> PreparedRequest {
    throw Failure(
      .authentication, what: "The request \(name), which renews the credentials, was not sent.",
      why: "This program has no workspace that contains the request.",
      whatToDo: "Renew the credentials yourself, then retry.")
  }
}
