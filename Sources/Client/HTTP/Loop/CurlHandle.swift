import CCurl
import ClientCore
import ClientModel

/// A libcurl handle, used for one transfer after another.
struct CurlHandle {
  let easy: OpaquePointer
  /// What it is set up for and may be used for again; nil when it is to be reset.
  let purpose: HandlePurpose?
  /// The cookie engine of requests that it served; a purpose that uses one is still connected to it. Nil when
  /// it never had one.
  let jar: CookieJar?

  /// The same handle, set up for nothing.
  func reset() -> CurlHandle {
    ccurl_easy_end(easy)
    return CurlHandle(easy: easy, purpose: nil, jar: jar)
  }
}

/// What a handle was set to for a request, all but the URL.
///
/// A queue sends many requests that differ in nothing else; a handle that has just served one needs
/// only the next one's URL. Whatever could carry something over begins anew: a body, credentials, a
/// request that must not be sent twice, a response that was odd.
///
/// A class, as each of the requests alike that follow one another hands it on. Only the transport's
/// thread uses it.
final class HandlePurpose {
  private let request: WireRequest
  private let usesJar: Bool

  /// Nil for a request after which the handle is always reset.
  init?(_ attempt: OutgoingAttempt) {
    guard attempt.request.isRepeatable, attempt.request.body.isNone,
      case .none = attempt.request.authorization
    else { return nil }
    request = attempt.request
    usesJar = attempt.cookies != nil
  }

  /// True when an attempt differs in its URL's path and query at most.
  func serves(_ attempt: OutgoingAttempt) -> Bool {
    let next = attempt.request
    guard case .none = next.authorization, next.body.isNone, next.isRepeatable else { return false }
    return next.origin == request.origin && next.method == request.method
      && next.proxy == request.proxy && (attempt.cookies != nil) == usesJar
      && next.headers.elementsEqual(request.headers, by: ==) && next.options == request.options
  }
}
