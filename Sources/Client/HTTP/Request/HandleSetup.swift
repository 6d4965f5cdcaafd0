import CCurl
import ClientCore
import ClientModel

/// The setup of a libcurl handle for one checked request.
struct HandleSetup {
  let request: WireRequest
  let easy: OpaquePointer
  let userAgent: String
  let features: LibraryFeatures
  /// Whether cookies of the jar are sent.
  let usesJar: Bool

  /// The maximum size of a body that is sent together with the head, in bytes. The body of a
  /// request that must not be repeated is always sent separately.
  private static let smallBody = 64 << 10

  /// Sets all options of the request.
  ///
  /// - Parameter body: The body, or nil if there is none.
  func apply(_ body: OutgoingBody?) throws(Failure) {
    // An empty body is sent as a Content-Length only, because libcurl would otherwise write it
    // separately.
    let content = body.flatMap { $0.length > 0 ? $0 : nil }
    try applyURL()
    try method(content)
    try headers(content, statesLength: body != nil || request.method.anticipatesContent)
    try authorization()
    try trust()
    try route(content)
    if ccurl_apply_lists(easy) != 0 {
      throw .invalidRequest("headers", why: "libcurl did not accept them.")
    }
  }

  /// Sets libcurl's own connect timeout, which it divides among the addresses of a host.
  ///
  /// - Parameter timeout: The time from the start of the transfer, or nil while the transfer may
  ///   wait for a free connection, because libcurl 8.14 includes this wait.
  static func setConnectTimeout(_ timeout: Duration?, of easy: OpaquePointer) {
    ccurl_set_number(
      easy, CCURL_NUMBER_CONNECT_TIMEOUT_MS,
      timeout.map { Int(clamping: max(1, $0.inMilliseconds)) } ?? Int(Int32.max))
  }

  /// Sets the URL, which is the only option in which requests of one purpose differ.
  func applyURL() throws(Failure) { try text(CCURL_TEXT_URL, request.url, "URL") }

  private func method(_ body: OutgoingBody?) throws(Failure) {
    if let body {
      if request.isRepeatable, body.length <= Self.smallBody, case .bytes(let bytes) = request.body
      {
        bytes.withUnsafeBufferPointer { _ = ccurl_set_bytes(easy, $0.baseAddress, $0.count) }
      } else {
        ccurl_set_stream(easy, body.length)
      }
      if request.method != .post { try text(CCURL_TEXT_METHOD, request.method.rawValue, "method") }
    } else if request.method == .head {
      ccurl_set_head(easy)
    } else if isChunked {
      // The body is sent with unknown length, because the server expects a last chunk.
      ccurl_set_stream(easy, -1)
      if request.method != .post { try text(CCURL_TEXT_METHOD, request.method.rawValue, "method") }
    } else {
      ccurl_set_get(easy)
      if request.method != .get { try text(CCURL_TEXT_METHOD, request.method.rawValue, "method") }
    }
    // Without a body, there is no seek callback that could stop a repetition, so a new connection
    // is required.
    if !request.isRepeatable, body == nil { number(CCURL_NUMBER_FRESH_CONNECT, 1) }
  }

  /// Whether a header announces a chunked body, even if the request has no body.
  private var isChunked: Bool { request.has("Transfer-Encoding") }

  /// Sets the header fields.
  ///
  /// - Parameter statesLength: Whether to send the length of an empty body. A header field with a
  ///   length takes precedence.
  private func headers(_ body: OutgoingBody?, statesLength: Bool) throws(Failure) {
    var statesLength = statesLength
    var givesUserAgent = false
    var givesType = false
    var cookies: [String] = []
    for (name, value) in request.headers {
      switch name.utf8.count {
      case 6 where name.caseInsensitiveEquals("Cookie"):
        if !value.isEmpty { cookies.append(value) }
        continue
      case 10 where name.caseInsensitiveEquals("User-Agent"): givesUserAgent = true
      case 12 where name.caseInsensitiveEquals("Content-Type"):
        givesType = true
        if let full = request.multipartType(value) {
          add(name, full)
          continue
        }
      case 14 where name.caseInsensitiveEquals("Content-Length"):
        // A wrong length would cut off or stall the request.
        if !value.isEmpty, Int64(value) != body?.length ?? 0 {
          throw .invalidRequest("header \"\(name)\"", why: "The body has a different length.")
        }
        statesLength = !value.isEmpty
        continue
      case 17 where name.caseInsensitiveEquals("Transfer-Encoding"): statesLength = false
      case 19 where name.caseInsensitiveEquals("Proxy-Authorization"):
        // This header is sent only to the proxy, never through the tunnel.
        ccurl_add_header(easy, CCURL_LIST_PROXY_HEADER, name, value)
        continue
      default: break
      }
      if value.isEmpty, Self.isOwn(name) {
        ccurl_suppress_header(easy, name)
      } else {
        add(name, value)
      }
    }
    try apply(cookies)
    if body == nil, statesLength { add("Content-Length", "0") }
    if !givesUserAgent { try text(CCURL_TEXT_USER_AGENT, userAgent, "user agent") }
    // This option enables decoding, also for codings that the request's own header offers.
    if request.options.codings == .all || request.has("Accept-Encoding") {
      try text(CCURL_TEXT_ACCEPT_ENCODING, features.codings, "codings")
    }
    if body == nil, isChunked, !request.has("Expect") { ccurl_suppress_header(easy, "Expect") }
    if body != nil || isChunked, !givesType {
      if let full = request.multipartType("multipart/form-data") {
        add("Content-Type", full)
      } else {
        // libcurl's default is the media type of a form.
        ccurl_suppress_header(easy, "Content-Type")
      }
    }
  }

  /// Sends all cookies in one field, as RFC 6265, section 5.4, requires. libcurl adds cookies from
  /// the jar to this field.
  private func apply(_ cookies: [String]) throws(Failure) {
    guard !cookies.isEmpty else { return }
    let joined = cookies.joined(separator: "; ")
    if usesJar { try text(CCURL_TEXT_COOKIE, joined, "cookies") } else { add("Cookie", joined) }
  }

  private func add(_ name: String, _ value: String) {
    ccurl_add_header(easy, CCURL_LIST_HEADER, name, value)
  }

  /// Returns whether libcurl sends this header by default. An empty value removes the header.
  static func isOwn(_ name: String) -> Bool {
    ["Accept", "User-Agent", "Accept-Encoding", "Expect", "Content-Type", "Host"].contains {
      $0.caseInsensitiveEquals(name)
    }
  }

  private func authorization() throws(Failure) {
    guard let authorization = request.authorization else { return }
    switch authorization.scheme.mechanism {
    case .libcurl(let kind):
      ccurl_set_auth(easy, kind.option)
      for (place, (field, value)) in zip(kind.texts, authorization.fields) {
        try text(place, value, field.text)
      }
    // `TransferLoop+Signing` has already added the signature.
    case .signature: break
    }
  }

  private func trust() throws(Failure) {
    let trust = request.options.trust
    if trust.verification == .insecure {
      number(CCURL_NUMBER_VERIFY_PEER, 0)
      number(CCURL_NUMBER_VERIFY_HOST, 0)
    }
    if let path = trust.authorities { try text(CCURL_TEXT_AUTHORITIES, path, "CA file") }
    if let path = trust.clientCertificate {
      try text(CCURL_TEXT_CERTIFICATE, path, "client certificate")
      if path.ends(with: ".p12") || path.ends(with: ".pfx") {
        try text(CCURL_TEXT_CERTIFICATE_TYPE, "P12", "client certificate")
      }
    }
    if let path = trust.clientKey { try text(CCURL_TEXT_KEY, path, "client key") }
    if !trust.pins.isEmpty {
      let pins = trust.pins.map(\.description).joined(separator: ";")
      try text(CCURL_TEXT_PINS, pins, "pins")
    }
  }

  private func route(_ body: OutgoingBody?) throws(Failure) {
    let route = request.options.route
    let isPlain = request.origin.scheme == "http"
    switch route.version {
    case .automatic where isPlain: ccurl_set_http(easy, CCURL_HTTP_AUTOMATIC)
    case .automatic
    where body != nil && features.faults.contains(.earlyResponse) && !request.isGRPC:
      ccurl_set_http(easy, CCURL_HTTP_1)
    case .automatic:
      ccurl_set_http(easy, CCURL_HTTP_AUTOMATIC)
      ccurl_watch_refusal(easy)
    case .http1: ccurl_set_http(easy, CCURL_HTTP_1)
    case .http2:
      if features.missing.contains("HTTP/2") {
        throw .unsupported("HTTP/2", version: features.version)
      }
      ccurl_set_http(easy, isPlain ? CCURL_HTTP_2_PLAIN : CCURL_HTTP_2)
      ccurl_watch_refusal(easy)
      if isPlain, features.faults.contains(.clearReuse) {
        number(CCURL_NUMBER_FRESH_CONNECT, 1)
        number(CCURL_NUMBER_FORBID_REUSE, 1)
      } else {
        number(CCURL_NUMBER_PIPE_WAIT, 1)
      }
    }
    if let proxy = request.proxy { try text(CCURL_TEXT_PROXY, proxy, "proxy") }
    if let path = route.unixSocket { try text(CCURL_TEXT_UNIX_SOCKET, path, "unix socket") }
    for entry in route.resolve {
      if let read = RouteEntry(entry) { ccurl_add_route(easy, read.connectTo) }
    }
  }

  private func text(_ option: ccurl_text, _ value: String, _ field: String) throws(Failure) {
    if value.utf8.contains(0) {
      throw .invalidRequest(field, why: "It contains a zero byte.")
    }
    let code = ccurl_set_text(easy, option, value)
    if code != 0 {
      throw .invalidRequest(
        field, why: "libcurl does not accept it.",
        cause: String(cString: ccurl_error_text(easy, code)))
    }
  }

  private func number(_ option: ccurl_number, _ value: Int) {
    ccurl_set_number(easy, option, value)
  }
}

extension AuthScheme.LibcurlKind {
  fileprivate var option: ccurl_auth {
    switch self {
    case .basic: CCURL_AUTH_BASIC
    case .bearer: CCURL_AUTH_BEARER
    case .digest: CCURL_AUTH_DIGEST
    }
  }

  /// The libcurl options for the fields of the scheme, in the same order.
  fileprivate var texts: [ccurl_text] {
    switch self {
    case .basic, .digest: [CCURL_TEXT_USER, CCURL_TEXT_PASSWORD]
    case .bearer: [CCURL_TEXT_BEARER]
    }
  }
}
