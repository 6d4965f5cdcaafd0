package import ClientModel

extension Failure {
  /// What an outcome that is not success makes of its job; nil for a success.
  package init?(_ outcome: Outcome, of request: PreparedRequest, status: Int) {
    let gateway = request.gateway?.name ?? request.origin.description
    let stated = outcome.words.flatMap(\.sentence) ?? "It answered \(status)."
    switch outcome {
    case .success: return nil
    case .serviceFailure:
      self.init(
        .serviceFailure,
        what: "\(gateway) reports an error for \(request.method) \(request.displayURL).",
        why: stated, whatToDo: "Look at the response's body; correct the request and retry it.")
    case .needsAuthentication:
      self.init(
        .authentication, what: "\(gateway) does not accept the credentials.", why: stated,
        whatToDo: request.gateway == nil
          ? "Correct the credentials of the request (a key, a token), then send it again."
          : "Renew the secret that the gateway's `auth` names, or name a `refresh` request. Then retry."
      )
    case .upgradeRequired:
      self.init(
        .upgradeRequired, what: "\(gateway) asks for a newer client.", why: stated,
        whatToDo: "Change the version that the gateway's headers or URL name in weir.yaml.")
    }
  }
}

extension ServiceWords {
  /// The service's own words in one line: code, reason and detail as far as there are any.
  package var sentence: String? {
    let rest = [reason, detail].compactMap { $0 }.joined(separator: " ")
    switch (code, rest.isEmpty) {
    case (nil, true): return nil
    case (nil, false): return rest
    case (let code?, true): return "Its code is \(code)."
    case (let code?, false): return "\(code): \(rest)"
    }
  }
}
