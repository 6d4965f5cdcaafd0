import CCurl
import ClientCore
import ClientModel

/// A probe that connects to the server of a request, including TLS, and closes the connection
/// without sending a request.
struct ConnectionProbe: Sendable {
  let request: WireRequest
  let userAgent: String

  /// Returns whether the server can be reached. Blocks for at most the connect timeout. The result
  /// is true even if TLS fails, because the next attempt reports that failure.
  func connects() -> Bool {
    guard ccurl_prepare() == 0, let easy = ccurl_easy_make() else { return true }
    defer {
      ccurl_easy_end(easy)
      ccurl_easy_free(easy)
    }
    var callbacks = Self.callbacks
    ccurl_easy_begin(easy, &callbacks, nil)
    let setup = HandleSetup(
      request: request, easy: easy, userAgent: userAgent, features: LibraryFeatures(),
      usesJar: false)
    do throws(Failure) { try setup.apply(nil) } catch { return true }
    HandleSetup.setConnectTimeout(request.options.deadlines.connect, of: easy)
    return !Self.unreachable.contains(ccurl_easy_connect(easy))
  }

  private static let unreachable: Set<Int32> = [
    Int32(CCURL_PROXY_NAME), Int32(CCURL_HOST_NAME), Int32(CCURL_CONNECT), Int32(CCURL_TIMED_OUT),
    Int32(CCURL_PROXY),
  ]

  /// The callbacks of a connection without data. They only allow the connection.
  private static let callbacks = ccurl_callbacks(
    body: { _, _, count in count }, header: { _, _, count in count }, read: { _, _, _ in 0 },
    seek: { _, _ in 1 }, ready: { _ in 0 }, opens: { _ in 0 }, looks_up: { _ in },
    goes_away: { _, _, _ in })
}
