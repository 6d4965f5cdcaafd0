package import ClientModel

/// Decides what follows a 3xx response. The result is nothing, another request, a question or a
/// refusal.
///
/// Data that the user specified for one origin is not sent to a different origin. If the scheme,
/// host or port changes, the next request loses its credentials, secret query fields, client
/// certificate and idempotency key. It also loses every header that is not known to be harmless.
///
/// If a later hop returns to the first origin, these parts are not restored. Each hop depends only
/// on the request before it.
///
/// - Source: RFC 9110, sections 10.2.2 and 15.4.
package enum RedirectPolicy {
  package indirect enum Decision: Hashable, Sendable {
    /// The response is the result. It is not a redirect, or the redirect must not be followed.
    case stay
    case follow(PreparedRequest)
    /// The body would be sent to a different origin. Only the user may allow this.
    case ask(Question)
    case refuse(Failure)
  }

  /// Decides what follows a response.
  ///
  /// - Parameters:
  ///   - request: The request of the response, as changed by earlier hops.
  ///   - hop: The number of redirects before the request. It is 0 for the job's own request.
  package static func decide(
    _ request: PreparedRequest, answered head: ResponseHead, hop: Int
  ) -> Decision {
    guard [301, 302, 303, 307, 308].contains(head.status),
      case .follow(let most) = request.options.redirects, most > 0
    else { return .stay }
    let locations = Set(head.fields.all("Location").filter { !$0.isEmpty })
    guard let location = locations.first else { return .stay }
    guard locations.count == 1 else {
      return .refuse(refused(request, "The response has several different Location headers."))
    }
    guard hop < most else { return .refuse(tooMany(request, most)) }
    let target: RequestURL
    do throws(URLProblem) {
      target = try RequestURL.absolute(request.url).resolve(location)
    } catch {
      return .refuse(refused(request, error.sentence))
    }
    if request.origin.scheme == "https", target.origin.scheme == "http" {
      return .refuse(refused(request, "It leads from https to http, which is not encrypted."))
    }
    var next = moved(request, to: target)
    let method = method(after: head.status, request.method)
    if method != request.method {
      next.method = method
      next.body = .none
      next.idempotencyKey = nil
      next.headers.removeAll { describesBody($0.name) }
    } else if next.origin != request.origin, !request.body.isEmpty {
      return .ask(.redirectCarriesBody(to: next.url, status: head.status))
    }
    return .follow(next)
  }

  /// Returns the redirect to follow after the user allowed sending the body to a different origin.
  ///
  /// Returns nil if the target is not an address. This cannot happen for a committed question.
  ///
  /// - Parameters:
  ///   - request: The job's own request.
  ///   - hop: The redirect that the job followed before, or nil for none.
  package static func allowed(
    _ request: PreparedRequest, after hop: RedirectHop?, to url: String
  ) -> RedirectHop? {
    do throws(URLProblem) {
      let before = hop?.request ?? request
      let next = moved(before, to: try RequestURL.absolute(url))
      // No question is asked if the address repeats a secret.
      return RedirectHop(
        number: (hop?.number ?? 0) + 1, request: next, displayURL: next.displayURL,
        lineage: before.carriesSecrets ? .secrets : hop?.lineage ?? .plain)
    } catch {
      return nil
    }
  }

  /// Returns a request for a different address. If the origin changes, the parts that belong to the
  /// old origin are removed.
  static func moved(_ request: PreparedRequest, to target: RequestURL) -> PreparedRequest {
    var next = request
    next.url = target.text
    // The new address is complete. Secret query fields of the old address must not be added.
    next.secretQuery = []
    guard target.origin != request.origin else { return next }
    next.origin = target.origin
    next.credentials = nil
    next.idempotencyKey = nil
    next.headers.removeAll { $0.isCredential || !harmless.contains($0.name.lowercased()) }
    next.options.trust.clientCertificate = nil
    next.options.trust.clientKey = nil
    next.options.trust.verification = .full
    next.options.route.unixSocket = nil
    next.gateway = nil
    return next
  }

  /// The headers that do not identify the sender. Only these are sent to a different origin,
  /// because any other header may contain an unmarked key.
  static let harmless: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control",
    "content-disposition", "content-encoding", "content-language", "content-length", "content-type",
    "dnt", "pragma", "prefer", "range", "user-agent",
  ]

  /// Returns the method after a redirect. 303 changes all methods except HEAD to GET. 301 and 302
  /// change POST to GET. Source: RFC 9110, sections 15.4.2 to 15.4.4.
  private static func method(after status: Int, _ method: HTTPMethod) -> HTTPMethod {
    switch status {
    case 303: method == .head ? .head : .get
    case 301, 302: method == .post ? .get : method
    default: method
    }
  }

  /// Returns whether a header describes the body. Source: RFC 9110, section 15.4, step 5.
  private static func describesBody(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.begins(with: "content-")
      || ["digest", "last-modified", "transfer-encoding", "expect", "idempotency-key"]
        .contains(name)
  }

  private static func refused(_ request: PreparedRequest, _ why: String) -> Failure {
    Failure(
      .redirectRefused, what: "The redirect from \(request.origin) was not followed.", why: why,
      whatToDo: "Look at the Location header, and request that address yourself if you trust it.")
  }

  private static func tooMany(_ request: PreparedRequest, _ most: Int) -> Failure {
    Failure(
      .tooManyRedirects, what: "The redirect from \(request.origin) was not followed.",
      why: "It would be redirect number \(most + 1). The limit is \(most).",
      whatToDo: "Look for a loop in the attempts, or allow more redirects.")
  }
}

extension Failure {
  /// Returns the failure that replaces a question about the body. The question is not asked,
  /// because it would show a secret.
  static func echoedSecret(_ origin: Origin) -> Failure {
    Failure(
      .redirectRefused, what: "The redirect from \(origin) was not followed.",
      why: "It would send the body to another origin, in an address that repeats a secret.",
      whatToDo: "If you trust that address, request it yourself with the secret in a header.")
  }
}

extension URLProblem {
  /// The reason why an address was not followed.
  fileprivate var sentence: String {
    foreignScheme.map { "It leads to \($0):, and only http and https are followed." }
      ?? "Its target is not a valid address. \(why)"
  }
}
