package import ClientModel

extension Failure {
  /// Creates the failure of a job from its outcome. Returns nil for a success.
  package init?(_ outcome: Outcome, of request: PreparedRequest, status: Int) {
    let gateway = request.gateway?.name ?? request.origin.description
    let errors = [outcome.serviceError].compactMap { $0 }.filter { $0.sentence != nil }
    let stated = errors.first?.sentence ?? "It responded with \(status)."
    switch outcome {
    case .success: return nil
    case .serviceFailure:
      self.init(
        .serviceFailure,
        what: "\(gateway) reports an error for \(request.method) \(request.displayURL).",
        why: stated, whatToDo: "Look at the response's body; correct the request and retry it.",
        errors: errors)
    case .needsAuthentication:
      self.init(
        .authentication, what: "\(gateway) does not accept the credentials.", why: stated,
        whatToDo: request.gateway == nil
          ? "Correct the credentials of the request (a key, a token), then send it again."
          : "Renew the secret under the gateway's `auth`, or add a `refresh` request to the "
            + "gateway. Then retry.",
        errors: errors)
    case .upgradeRequired:
      self.init(
        .upgradeRequired, what: "\(gateway) requires a newer client.", why: stated,
        whatToDo: "Change the version in the gateway's headers or URL in weir.yaml.",
        errors: errors)
    }
  }
}
