public import ClientModel

/// Resolves references to secrets when a request is sent. Only the sending process uses it.
public protocol SecretResolver: Sendable {
  /// Returns the secret for a reference.
  ///
  /// - Throws: `secretMissing` if there is no such secret. The job is then held until the user
  ///   releases it.
  func resolve(_ reference: SecretReference) async throws(Failure) -> Secret
}

/// A resolver without secrets, for tests and for requests without references.
public struct NoSecrets: SecretResolver {
  /// Creates a resolver without secrets.
  public init() {}

  public func resolve(_ reference: SecretReference) async throws(Failure) -> Secret {
    throw Failure(
      .secretMissing, what: "The secret \(reference) was not found.",
      why: "This program was started without access to secrets.",
      whatToDo: "Send the request from the interface or with `weir send`.")
  }
}
