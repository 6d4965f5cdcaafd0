public import ClientModel

/// Supplies the requests that renew expired credentials. Only the process that sends the job uses
/// it.
public protocol RenewalSource: Sendable {
  /// Prepares the saved request of this name.
  ///
  /// - Parameter workspace: The identity of the job's workspace, as in its lane.
  /// - Throws: The reason why there is no such request. The job then fails with an authentication
  ///   error.
  func request(
    named name: String, workspace: String, environment: String
  ) async throws(Failure) -> PreparedRequest
}

/// A source without requests, for programs without a workspace.
public struct NoRenewals: RenewalSource {
  /// Creates a source without requests.
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
