/// The options of curl that have a meaning here or a value to be skipped.
enum CurlOption: String, CaseIterable {
  case request, header, data, json, form, get, user, cookie, referer, insecure, cacert, cert, key
  case pinnedpubkey, proxy, socks4, socks4a, socks5, resolve, head, location, compressed, url
  case digest, basic, range, retry, noproxy, next, config, globoff
  case dataASCII = "data-ascii"
  case dataRaw = "data-raw"
  case dataBinary = "data-binary"
  case dataURLEncode = "data-urlencode"
  case formString = "form-string"
  case userAgent = "user-agent"
  case cookieJar = "cookie-jar"
  case proxyUser = "proxy-user"
  case socks5Hostname = "socks5-hostname"
  case unixSocket = "unix-socket"
  case http10 = "http1.0"
  case http11 = "http1.1"
  case http2
  case http2Prior = "http2-prior-knowledge"
  case uploadFile = "upload-file"
  case locationTrusted = "location-trusted"
  case maxRedirects = "max-redirs"
  case urlQuery = "url-query"
  case maxTime = "max-time"
  case connectTimeout = "connect-timeout"
  case bearer = "oauth2-bearer"

  var takesValue: Bool {
    switch self {
    case .get, .insecure, .head, .location, .locationTrusted, .compressed, .digest, .basic, .next,
      .globoff, .http10, .http11, .http2, .http2Prior:
      false
    default: true
    }
  }

  /// Short letters of options that mean something here.
  static let letters: [Character: CurlOption] = [
    "X": .request, "H": .header, "d": .data, "F": .form, "G": .get, "u": .user, "b": .cookie,
    "c": .cookieJar, "e": .referer, "A": .userAgent, "k": .insecure, "E": .cert, "x": .proxy,
    "U": .proxyUser, "I": .head, "L": .location, "T": .uploadFile, "m": .maxTime, "r": .range,
    "K": .config, "0": .http10, ":": .next, "g": .globoff,
  ]

  /// Letters that only say what curl prints: nothing is lost without them.
  static let silentLetters: Set<Character> = ["s", "S", "v", "i", "f", "#", "N", "q"]
  static let silentNames: Set<String> = [
    "silent", "show-error", "verbose", "include", "fail", "progress-bar", "no-buffer", "disable",
    "fail-with-body", "progress-meter", "buffer", "styled-output", "trace-time", "alpn",
  ]

  /// Letters of other options that are followed by a value.
  static let valueLetters: [Character: String] = [
    "C": "continue-at", "D": "dump-header", "h": "help", "o": "output", "P": "ftp-port",
    "Q": "quote", "t": "telnet-option", "w": "write-out", "Y": "speed-limit", "y": "speed-time",
    "z": "time-cond",
  ]

  /// Other options that are followed by a value.
  static let valueNames: Set<String> = [
    "abstract-unix-socket", "alt-svc", "aws-sigv4", "capath", "cert-type", "ciphers", "connect-to",
    "continue-at", "create-file-mode", "crlfile", "curves", "delegation", "dns-interface",
    "dns-ipv4-addr", "dns-ipv6-addr", "dns-servers", "doh-url", "dump-header", "egd-file", "engine",
    "etag-compare", "etag-save", "expect100-timeout", "ftp-account", "ftp-alternative-to-user",
    "ftp-method", "ftp-port", "ftp-ssl-ccc-mode", "happy-eyeballs-timeout-ms", "help", "hostpubmd5",
    "hostpubsha256", "hsts", "interface", "keepalive-time", "key-type", "krb", "libcurl",
    "limit-rate", "local-port", "login-options", "mail-auth", "mail-from", "mail-rcpt",
    "max-filesize", "netrc-file", "output", "output-dir", "parallel-max", "pass", "preproxy",
    "proto", "proto-default", "proto-redir", "proxy-cacert", "proxy-capath", "proxy-cert",
    "proxy-cert-type", "proxy-ciphers", "proxy-crlfile", "proxy-header", "proxy-key",
    "proxy-key-type", "proxy-pass", "proxy-pinnedpubkey", "proxy-service-name",
    "proxy-tls13-ciphers", "proxy-tlsauthtype", "proxy-tlspassword", "proxy-tlsuser", "proxy1.0",
    "pubkey", "quote", "random-file", "rate", "request-target", "retry-delay", "retry-max-time",
    "sasl-authzid", "service-name", "socks5-gssapi-service", "speed-limit", "speed-time", "stderr",
    "telnet-option", "tftp-blksize", "time-cond", "tls-max", "tls13-ciphers", "tlsauthtype",
    "tlspassword", "tlsuser", "trace", "trace-ascii", "write-out", "variable", "ech",
    "ipfs-gateway", "vlan-priority", "ip-tos", "keepalive-cnt", "haproxy-clientip",
  ]

  /// Why an option without a place here was left out.
  static func reason(_ name: String) -> String {
    switch name {
    case "output", "remote-name", "remote-name-all", "output-dir", "dump-header", "write-out",
      "create-dirs", "remote-header-name", "remote-time", "stderr", "trace", "trace-ascii":
      "An import writes no files; Weir keeps the answer and can save it."
    case "cookie-jar": "Weir keeps cookies in the workspace's own jar."
    case "config": "An import reads no other file."
    case "netrc", "netrc-file", "netrc-optional": "An import reads no password files."
    case "ntlm", "negotiate", "anyauth", "aws-sigv4", "ntlm-wb":
      "Weir has basic, digest and bearer authorization."
    case "next": "One line makes one request; import what follows on its own."
    default: "Weir has nothing that corresponds to it."
    }
  }
}
