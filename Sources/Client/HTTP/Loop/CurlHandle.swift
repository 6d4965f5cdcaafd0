import CCurl
import ClientCore
import ClientModel

/// A libcurl handle, which serves one transfer after another.
struct CurlHandle {
  let easy: OpaquePointer
  /// The kind of request that the handle is set up for, or nil if the handle must be reset before
  /// use.
  let purpose: HandlePurpose?
  /// The cookie engine of the requests that the handle has served, or nil if there was none. While
  /// the handle has a purpose that uses an engine, it stays connected to the engine.
  let jar: CookieJar?

  /// Resets the handle and returns it without a purpose.
  func reset() -> CurlHandle {
    ccurl_easy_end(easy)
    return CurlHandle(easy: easy, purpose: nil, jar: jar)
  }
}

/// The options that a handle was set to for a request, except the URL.
///
/// A queue sends many requests that differ only in the URL. A handle that has just served one of
/// them needs only the next URL. The handle is reset before and after a request that has a body,
/// has credentials or must not be sent twice. It is also reset after an invalid response.
///
/// This is a class because successive equal requests share one instance. Only the transport's
/// thread uses it.
final class HandlePurpose {
  private let request: WireRequest
  private let usesJar: Bool

  /// Creates the purpose of an attempt. Returns nil for a request after which the handle must be
  /// reset.
  init?(_ attempt: OutgoingAttempt) {
    guard attempt.request.isRepeatable, attempt.request.body.isNone,
      case .none = attempt.request.authorization
    else { return nil }
    request = attempt.request
    usesJar = attempt.cookies != nil
  }

  /// Returns whether an attempt differs from the request at most in the path and query of its URL.
  func serves(_ attempt: OutgoingAttempt) -> Bool {
    let next = attempt.request
    guard case .none = next.authorization, next.body.isNone, next.isRepeatable else { return false }
    return next.origin == request.origin && next.method == request.method
      && next.proxy == request.proxy && (attempt.cookies != nil) == usesJar
      && next.headers.elementsEqual(request.headers, by: ==) && next.options == request.options
  }
}
