public import ClientModel

/// Resolves references to secrets when a request is sent. Only the process that sends the request
/// uses it.
public protocol SecretResolver: Sendable {
  /// - Throws: `secretMissing`. The job is then held until the user releases it.
  func resolve(_ reference: SecretReference) async throws(Failure) -> Secret
}

/// Resolves no secret. For requests that have none, and for tests.
public struct NoSecrets: SecretResolver {
  /// Creates a resolver that resolves no reference.
  public init() {}

  public func resolve(_ reference: SecretReference) async throws(Failure) -> Secret {
    throw Failure(
      .secretMissing, what: "The secret \(reference) was not found.",
      why: "This program was started without access to secrets.",
      whatToDo: "Send the request from the interface or with `weir send`.")
  }
}
