import CCurl
import ClientCore
import ClientModel

/// The final check of a filled request. It rejects everything that could split or reroute the
/// request, because libcurl sends line breaks in methods and header values unchanged.
///
/// - Source: RFC 9110, sections 5.5 and 5.6.2.
struct HTTPRequestCheck {
  let request: WireRequest

  /// Checks the request. Throws `invalidRequest` with the first invalid field.
  ///
  /// - Parameter known: The last checked address. Most requests go to the same address.
  func run(known: inout KnownAddress?) throws(Failure) {
    try checkURL(&known)
    try checkHeaders()
    try checkAuthorization()
    try checkBody()
    try checkRoute()
  }

  private func checkURL(_ known: inout KnownAddress?) throws(Failure) {
    if request.url.utf8.contains(where: { $0 <= 32 || $0 == 127 }) {
      throw .invalidRequest("URL", why: "It contains a space or a control character.")
    }
    if known?.begins(request) ?? false { return }
    var parts = ccurl_url()
    let code = ccurl_url_read(nil, request.url, CCURL_URL_USER_REFUSED, &parts)
    defer { ccurl_url_free(&parts) }
    guard code == 0, let scheme = parts.scheme, let host = parts.host else {
      throw .invalidRequest(
        "URL", why: "It must be an http or https address without a user name and password.")
    }
    // The connection must go to the origin that was checked and shown to the user.
    let zone = parts.zone.map { "%25" + String(cString: $0) } ?? ""
    let found = [host, parts.ascii_host].compactMap { name in
      name.map { name in
        let bare = String(cString: name)
        let place = zone.isEmpty ? bare : "\(bare.droppingLast(bytes: 1))\(zone)]"
        return Origin(scheme: String(cString: scheme), host: place, port: Int(parts.port))
      }
    }
    guard found.contains(request.origin) else {
      throw .invalidRequest(
        "URL",
        why: "libcurl would send it to \(found[0]), not to \(request.origin).")
    }
    known = KnownAddress(request)
  }

  private func checkHeaders() throws(Failure) {
    for (name, value) in request.headers {
      if !HTTPToken.isToken(name) {
        throw .invalidRequest(
          "header name \"\(Self.shown(name))\"",
          why: "A name consists of letters, digits and a few symbols."
        )
      }
      if !HTTPToken.isFieldValue(value) {
        throw .invalidRequest("header \"\(name)\"", why: "Its value contains a control character.")
      }
      if name.caseInsensitiveEquals("Transfer-Encoding"), !value.caseInsensitiveEquals("chunked") {
        throw .invalidRequest("header \"\(name)\"", why: "Only \"chunked\" can be sent.")
      }
    }
  }

  private func checkAuthorization() throws(Failure) {
    guard let authorization = request.authorization else { return }
    for (field, value) in authorization.fields {
      if !HTTPToken.isFieldValue(value) {
        throw .invalidRequest(field.text, why: "It contains a control character.")
      }
      if let character = field.excluded, value.contains(byte: character) {
        throw .invalidRequest(
          field.text,
          why: "The scheme \(authorization.scheme.name) does not allow `\(character)` in it.")
      }
    }
  }

  private func checkBody() throws(Failure) {
    if request.method == .head, !request.body.isNone {
      throw .invalidRequest("body", why: "A HEAD request has no body.")
    }
    guard case .multipart(let boundary, let parts) = request.body else { return }
    let isBoundary =
      (1...70).contains(boundary.utf8.count)
      && boundary.utf8.allSatisfy { Self.boundaryBytes.contains($0) }
    if !isBoundary {
      throw .invalidRequest(
        "boundary", why: "It must consist of 1 to 70 letters, digits and certain symbols.")
    }
    for part in parts {
      let label = "part \"\(Self.shown(part.name))\""
      if part.name.utf8.contains(0) || part.fileName?.utf8.contains(0) == true {
        throw .invalidRequest(label, why: "A name contains a zero byte.")
      }
      if let type = part.mediaType, !HTTPToken.isFieldValue(type) || type.isEmpty {
        throw .invalidRequest(
          label, why: "Its media type is empty or contains a control character.")
      }
    }
  }

  private func checkRoute() throws(Failure) {
    if let proxy = request.proxy, !proxy.isEmpty {
      let schemes = ["http://", "https://", "socks4://", "socks4a://", "socks5://", "socks5h://"]
      let known =
        !proxy.contains(bytes: "://")
        || schemes.contains { proxy.lowercased().begins(with: $0) }
      if !known || proxy.utf8.contains(where: { $0 <= 32 || $0 == 127 }) {
        throw .invalidRequest("proxy", why: "It is not an http, https or socks address.")
      }
    }
    for entry in request.options.route.resolve where RouteEntry(entry) == nil {
      throw .invalidRequest("resolve entry", why: "It must have the form host:port:address.")
    }
  }

  private static let boundaryBytes = Set(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'()+_,-./:=?".utf8)

  /// Returns a name for a message, with control characters replaced.
  private static func shown(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(40).map { $0.value < 32 || $0.value == 127 ? "␦" : $0 }))
  }
}

extension WireRequest.Body {
  var isNone: Bool { if case .none = self { true } else { false } }
}
