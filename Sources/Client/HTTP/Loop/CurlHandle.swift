import CCurl
import ClientCore
import ClientModel

/// A libcurl handle, which can be reused for sequential transfers.
struct CurlHandle {
  let easy: OpaquePointer
  /// The kind of request for which the handle is configured, or nil if the handle must be reset
  /// before use.
  let purpose: HandlePurpose?
  /// The cookie engine of the handle's requests, or nil if they do not use cookies.
  let jar: CookieJar?

  /// Resets the handle. The returned handle has no purpose.
  func reset() -> CurlHandle {
    ccurl_easy_end(easy)
    return CurlHandle(easy: easy, purpose: nil, jar: jar)
  }
}

/// The options of a handle, without the URL.
///
/// Many requests of a queue differ only in the URL, so a handle can be reused by setting the next
/// URL. A handle is reset before and after a request that has a body, has credentials or must not
/// be sent twice, and after an invalid response.
///
/// This is a class because equal consecutive requests share one instance. Only the transport's
/// thread uses it.
final class HandlePurpose {
  private let request: WireRequest
  private let usesJar: Bool

  /// Creates the purpose for an attempt. Returns nil if the handle must be reset after the attempt.
  init?(_ attempt: OutgoingAttempt) {
    guard attempt.request.isRepeatable, attempt.request.body.isNone,
      case .none = attempt.request.authorization
    else { return nil }
    request = attempt.request
    usesJar = attempt.cookies != nil
  }

  /// Returns whether the handle can serve an attempt by changing only the path and query.
  func serves(_ attempt: OutgoingAttempt) -> Bool {
    let next = attempt.request
    guard case .none = next.authorization, next.body.isNone, next.isRepeatable else { return false }
    return next.origin == request.origin && next.method == request.method
      && next.proxy == request.proxy && (attempt.cookies != nil) == usesJar
      && next.headers.elementsEqual(request.headers, by: ==) && next.options == request.options
  }
}
