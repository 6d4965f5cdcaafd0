import CCurl
import ClientModel
import Glibc

/// The error that libcurl reported for a transfer, with the data for converting it to a failure.
struct CurlOutcome {
  let code: Int32
  /// The error text of libcurl.
  let text: String
  let origin: Origin
  /// The system error of the last connection attempt, or zero.
  let systemError: Int
  /// The duration of the transfer, or of the name lookup if it failed.
  let elapsed: Duration
  let wasResponseBegun: Bool
  let wasConnected: Bool
  let deadlines: Deadlines

  /// The failure for any libcurl code except OK.
  var failure: Failure {
    switch Int(code) {
    case CCURL_HOST_NAME: return nameFailure
    case CCURL_PROXY_NAME:
      return make(
        .proxy, notSent, "The host name of the proxy could not be resolved.",
        "Check the proxy's address.")
    case CCURL_CONNECT: return connectFailure
    case CCURL_PROXY:
      return make(
        .proxy, notSent, "The proxy did not forward it.", "Check the proxy's address and password.")
    case CCURL_TIMED_OUT: return .connectTimeout(origin, after: deadlines.connect)
    case CCURL_TLS_CONNECT, CCURL_CIPHER, CCURL_PEER, CCURL_ISSUER, CCURL_PIN,
      CCURL_CLIENT_CERTIFICATE, CCURL_CLIENT_CERTIFICATE_WANTED, CCURL_AUTHORITIES_FILE:
      return trustFailure
    // libcurl's text contains an error code if the server reset the stream. Without the error code,
    // the server closed the stream normally.
    case CCURL_HTTP2_STREAM where !wasResponseBegun && !text.contains("not closed cleanly"):
      return make(
        .http2, cutOff, "The server closed the stream early.",
        "Check whether it may be sent twice. If so, send it over HTTP/1.1 to see its response.")
    case CCURL_HTTP2, CCURL_HTTP2_STREAM:
      return make(
        .http2, cutOff, "The HTTP/2 stream broke.",
        "Send it again, or use HTTP/1.1 for this server.")
    case CCURL_CONTENT_CODING:
      return make(
        .contentCoding, refused,
        "Its compressed body is damaged or has a coding that Weir cannot decode.",
        "Send it with \"Accept-Encoding: identity\".")
    case CCURL_TOO_LARGE where wasConnected, CCURL_OUT_OF_MEMORY where wasConnected:
      return make(
        .headersLimit, refused, "Its headers are larger than libcurl accepts.",
        "Ask the server's owner to send smaller headers.")
    case CCURL_UNSUPPORTED_PROTOCOL, CCURL_WEIRD_RESPONSE: return malformed
    case CCURL_URL_MALFORMED:
      return .invalidRequest("URL", why: "It is not a valid address.", cause: text)
    case CCURL_AUTHENTICATION:
      return make(
        .authentication, notSent, "The credentials could not be used.",
        "Check the user name and the password.")
    case CCURL_RECEIVE: return receiveFailure
    case CCURL_PARTIAL: return lost("The connection closed before the body was complete.")
    case CCURL_GOT_NOTHING: return lost("The server closed the connection without a response.")
    case CCURL_NOT_BUILT_IN:
      return make(.unsupported, notSent, "The installed libcurl cannot do this.", "Update libcurl.")
    default: return lost("The connection broke.")
    }
  }

  private var notSent: String { "The request to \(origin.host) was not sent." }
  private var refused: String { "The response from \(origin.host) was refused." }
  private var cutOff: String {
    wasResponseBegun
      ? "The response from \(origin.host) was cut off."
      : "No response was received from \(origin.host)."
  }

  private func make(_ kind: Failure.Kind, _ what: String, _ why: String, _ whatToDo: String)
    -> Failure
  {
    Failure(kind, what: what, why: why, whatToDo: whatToDo, cause: text)
  }

  private func lost(_ why: String) -> Failure {
    make(
      .connectionLost, cutOff, why,
      "Check at the server whether the request took effect before you send it again.")
  }

  private var malformed: Failure {
    make(
      .malformedResponse, refused, "It is not well-formed HTTP.",
      "Check that the address and the port are those of a web server.")
  }

  /// The failure of a name lookup. libcurl uses one code for an unknown host and for name servers
  /// that do not respond. A lookup without a response takes at least five seconds.
  private var nameFailure: Failure {
    if elapsed >= .seconds(4) {
      return make(
        .nameLookup, notSent, "The host name of the server could not be resolved.",
        "Check the network and the name servers, then send it again.")
    }
    return make(
      .nameNotFound, notSent, "There is no host named \(origin.host).", "Check the host in the URL."
    )
  }

  private var connectFailure: Failure {
    switch Int32(truncatingIfNeeded: systemError) {
    case ECONNREFUSED:
      return make(
        .refused, notSent, "No program accepts connections on port \(origin.port).",
        "Check that the server runs and that the port is right.")
    case ETIMEDOUT: return .connectTimeout(origin, after: deadlines.connect)
    // The server reset the connection before libcurl checked it for the first time.
    case ECONNRESET:
      return make(
        .connectionLost, notSent, "The server closed the connection immediately.",
        "Send it again in a moment.")
    default:
      return make(
        .unreachable, notSent, "The server cannot be reached.", "Check the network and the address."
      )
    }
  }

  /// Whether the server closed the connection during the handshake. An overloaded server may do
  /// this, so it is not treated as a trust problem, and a later attempt may succeed.
  private var isHandshakeCut: Bool {
    Int(code) == CCURL_TLS_CONNECT
      && ["SSL_ERROR_SYSCALL", "unexpected eof", "reset by peer", "Broken pipe"]
        .contains(where: text.contains)
  }

  private var trustFailure: Failure {
    if isHandshakeCut {
      return make(
        .connectionLost, notSent, "The connection closed during the TLS handshake.",
        "Check that the port uses TLS 1.2 or later, or send it again in a moment.")
    }
    return switch Int(code) {
    case CCURL_PIN:
      make(
        .pinMismatch, notSent, "Its certificate does not match the pinned key.",
        "Verify the pin with the server's owner. Do not remove it before you know the reason.")
    case CCURL_PEER, CCURL_ISSUER:
      make(
        .certificate, notSent, "Its certificate cannot be trusted.",
        "Check the certificate and the clock, or set cacert to the file of the CA that signed it.")
    case CCURL_AUTHORITIES_FILE:
      make(
        .fileUnreadable, notSent, "The file of CA certificates cannot be used.",
        "Check its path, and that it contains certificates in PEM format.")
    case CCURL_CLIENT_CERTIFICATE, CCURL_CLIENT_CERTIFICATE_WANTED:
      make(
        .clientCertificate, notSent, "The client certificate is missing or cannot be used.",
        "Check the certificate and key files.")
    default:
      make(
        .tlsHandshake, notSent, "No secure connection could be negotiated.",
        "Check that the port uses TLS 1.2 or later.")
    }
  }

  /// The failure of a read. libcurl uses one code for many errors, so only its text distinguishes a
  /// malformed chunk from a lost connection.
  private var receiveFailure: Failure {
    if text.contains("proxy") || text.contains("CONNECT tunnel") {
      return make(
        .proxy, notSent, "The proxy did not forward it.", "Check the proxy's address and password.")
    }
    if text.contains("response headers") {
      return make(
        .headersLimit, refused, "Its headers are larger than libcurl accepts.",
        "Ask the server's owner to send smaller headers.")
    }
    for sign in ["chunk", "hexadecimal", "header", "Malformed", "status", "nul byte"]
    where text.contains(sign) {
      return malformed
    }
    if text.contains("alert"), text.contains("certificate") {
      return make(
        .clientCertificate, notSent, "The server did not accept the client certificate.",
        "Check the certificate and key files.")
    }
    return lost("The connection broke.")
  }
}
