/// One curl option: its names, argument and role in an import.
struct CurlOption: Hashable {
  enum Argument: Hashable { case none, value }

  let name: String
  let letter: UInt8?
  let argument: Argument
  let role: Role
  /// The curl version that added the option, or nil if curl 7.88 already had it.
  let since: String?

  enum Role: Hashable {
    /// Part of the request.
    case meaning(Meaning)
    /// Affects only curl's output or other protocols. The option is ignored.
    case silent
    /// Not supported, but the request is the same. The user sees the reason.
    case noted(Why)
    /// Not supported, and the request differs from curl's. The user sees the reason.
    case missed(Why)
    /// Not supported, and the request is useless without it. The curl line is rejected.
    case refused(Why)
  }

  /// The effect of an option on the request.
  enum Meaning: Hashable {
    case url, request, head, get, header, userAgent, referer, cookie, range, continueAt,
      timeCondition
    case data, dataRaw, dataBinary, dataURLEncode, json, form, formString, uploadFile, urlQuery
    case user, bearer
    case scheme(Scheme)
    case proxyScheme(Scheme)
    case insecure, cacert, cert, key, pinnedKey
    case proxy, socks4, socks4a, socks5, socks5Hostname, proxyUser, noProxy
    case resolve, connectTo, unixSocket, http1, http2, http2PriorKnowledge, globOff, next, pathAsIs,
      protocols,
      defaultProtocol
    case location, locationTrusted, maxRedirects, compressed, maxTime, connectTimeout, retry
  }

  enum Scheme: String, Hashable {
    case basic, digest, ntlm, negotiate, anyauth
    case signature = "aws-sigv4"
  }

  /// The reason why an option is not part of a request.
  enum Why: String, Hashable {
    case writesFiles = "An import writes no files; Weir stores the response and can save it."
    case ownJar = "Weir stores cookies in the workspace's own jar."
    case readsNoPasswords = "An import reads no password files; add the credentials yourself."
    case nothing = "Weir has no such option; the request is the same without it."
    case trust = "Weir cannot check this, so the request would trust more than curl does."
    case credentials = "Weir does not support such credentials; the request does not have them."
    case content = "It changes what is sent, and Weir has no such option."
    case route = "It changes which server the request reaches, and Weir has no such option."
    case readsNoFile = "An import does not read other files, and this file may change every option."
    case variables = "Variables of curl are not read."
    case information = "With this option, curl sends no request."
    case version = "Weir sends HTTP/1.1 and HTTP/2."
    case removed = "curl no longer accepts it."
  }
}
