public import ClientModel

/// A resolver of references to secrets, used when a request is sent. Only the process that sends
/// the request uses it.
public protocol SecretResolver: Sendable {
  /// Returns the secret to which a reference refers.
  ///
  /// - Throws: `secretMissing` if there is no such secret. The job is then held until the user
  ///   releases it.
  func resolve(_ reference: SecretReference) async throws(Failure) -> Secret
}

/// A resolver that resolves no secret, for requests without secrets and for tests.
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
