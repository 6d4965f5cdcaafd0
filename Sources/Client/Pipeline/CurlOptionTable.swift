/// All options of curl, with their arguments and roles in an import.
///
/// - Source: the manual page of curl 7.88.1 (February 2023); later options from the documentation
///   in curl's repository as of August 2026 (8.22).
enum CurlOptionTable {
  static let all: [CurlOption] = request + carriage + unsupported + unrelated + later

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  private static let byLetter = Dictionary(
    all.compactMap { option in option.letter.map { ($0, option) } },
    uniquingKeysWith: { first, _ in first })

  static func option(letter: UInt8) -> CurlOption? { byLetter[letter] }

  /// Finds an option by its name or by a unique prefix of its name, as curl 7.88 does.
  static func option(named name: String) throws(CurlProblem) -> CurlOption {
    if let exact = byName[name] { return exact }
    let fitting = name.isEmpty ? [] : all.filter { $0.since == nil && $0.name.begins(with: name) }
    if fitting.count == 1 { return fitting[0] }
    throw CurlProblem(
      what: "The curl line cannot be used.",
      why: fitting.isEmpty
        ? "curl has no option --\(name)."
        : "The option --\(name) can mean \(fitting.map { "--\($0.name)" }.joined(separator: ", ")).",
      whatToDo:
        "Correct or remove the option. Weir does not know whether the next word is its value.")
  }

  // MARK: The groups

  /// The options for method, headers, body and URL.
  private static let request: [CurlOption] =
    values([
      ("url", .url), ("request X", .request), ("header H", .header), ("user-agent A", .userAgent),
      ("referer e", .referer), ("cookie b", .cookie), ("range r", .range),
      ("continue-at C", .continueAt), ("time-cond z", .timeCondition), ("data d", .data),
      ("data-ascii", .data),
      ("data-raw", .dataRaw), ("data-binary", .dataBinary), ("data-urlencode", .dataURLEncode),
      ("json", .json), ("form F", .form), ("form-string", .formString),
      ("upload-file T", .uploadFile), ("url-query", .urlQuery), ("user u", .user),
      ("oauth2-bearer", .bearer), ("aws-sigv4", .scheme(.signature)),
      ("proto", .protocols), ("proto-default", .defaultProtocol),
    ])
    + flags([
      ("head I", .head), ("get G", .get), ("basic", .scheme(.basic)), ("digest", .scheme(.digest)),
      ("ntlm", .scheme(.ntlm)), ("ntlm-wb", .scheme(.ntlm)), ("negotiate", .scheme(.negotiate)),
      ("anyauth", .scheme(.anyauth)), ("globoff g", .globOff), ("next :", .next),
      ("path-as-is", .pathAsIs),
    ])

  /// Options for the transport of a request.
  private static let carriage: [CurlOption] =
    values([
      ("cacert", .cacert), ("cert E", .cert), ("key", .key), ("pinnedpubkey", .pinnedKey),
      ("proxy x", .proxy), ("socks4", .socks4), ("socks4a", .socks4a), ("socks5", .socks5),
      ("socks5-hostname", .socks5Hostname), ("proxy-user U", .proxyUser), ("noproxy", .noProxy),
      ("resolve", .resolve), ("connect-to", .connectTo), ("unix-socket", .unixSocket),
      ("max-redirs", .maxRedirects),
      ("max-time m", .maxTime), ("connect-timeout", .connectTimeout), ("retry", .retry),
    ])
    + flags([
      ("insecure k", .insecure), ("http1.1", .http1), ("http2", .http2),
      ("http2-prior-knowledge", .http2PriorKnowledge),
      ("location L", .location), ("location-trusted", .locationTrusted),
      ("compressed", .compressed), ("proxy-basic", .proxyScheme(.basic)),
      ("proxy-digest", .proxyScheme(.digest)), ("proxy-ntlm", .proxyScheme(.ntlm)),
      ("proxy-negotiate", .proxyScheme(.negotiate)), ("proxy-anyauth", .proxyScheme(.anyauth)),
    ])

  /// The options that change a request and are not supported.
  private static let unsupported: [CurlOption] =
    group(.missed(.readsNoPasswords), flags: ["netrc n", "netrc-optional"], values: ["netrc-file"])
    + group(
      .missed(.credentials), flags: ["socks5-gssapi"],
      values: ["tlsuser", "tlspassword", "tlsauthtype", "engine", "cert-type", "key-type"])
    + group(
      .missed(.content), flags: ["http1.0 0", "tr-encoding", "post301", "post302", "post303"],
      values: ["etag-compare", "proxy-header"])
    + group(.missed(.trust), flags: ["tlsv1.3"], values: [])
    + group(
      .refused(.trust), flags: ["cert-status"],
      values: ["capath", "crlfile", "proxy-pinnedpubkey", "proxy-crlfile", "proxy-capath"])
    + group(
      .refused(.route), flags: ["haproxy-protocol"],
      values: ["preproxy", "abstract-unix-socket", "proxy1.0"])
    + group(.refused(.content), flags: ["crlf"], values: ["request-target"])
    + group(
      .refused(.version), flags: ["http3-only"], values: [])
    + group(.refused(.readsNoFile), flags: [], values: ["config K"])
    + group(
      .refused(.information), flags: ["help h", "manual M", "version V"], values: [])
    + group(
      .refused(.removed), flags: ["metalink"], values: [])

  /// Options that do not change the request.
  private static let unrelated: [CurlOption] =
    group(
      .silent,
      flags: [
        "silent s", "show-error S", "verbose v", "include i", "fail f", "fail-early",
        "fail-with-body", "progress-bar #", "progress-meter", "buffer N", "disable q",
        "styled-output", "trace-time", "alpn", "npn", "parallel Z", "parallel-immediate",
        "suppress-connect-headers", "keepalive", "tcp-nodelay", "sessionid",
        "tlsv1 1", "tlsv1.0", "tlsv1.1", "tlsv1.2", "proxy-tlsv1", "append a", "use-ascii B",
        "list-only l", "compressed-ssh", "disable-eprt", "disable-epsv", "eprt", "epsv",
        "ftp-create-dirs", "ftp-pasv", "ftp-pret", "ftp-skip-pasv-ip", "ftp-ssl", "ftp-ssl-ccc",
        "ftp-ssl-control", "ftp-ssl-reqd", "ssl", "ssl-reqd", "mail-rcpt-allowfails", "sasl-ir",
        "tftp-no-options", "form-escape", "ssl-auto-client-cert", "proxy-ssl-auto-client-cert",
        "ssl-no-revoke", "ssl-revoke-best-effort", "socks5-basic", "socks5-gssapi-nec",
        "http0.9", "doh-insecure", "doh-cert-status", "retry-connrefused", "retry-all-errors",
      ],
      values: [
        "parallel-max", "keepalive-time", "ftp-account", "ftp-alternative-to-user", "ftp-method",
        "ftp-port P", "ftp-ssl-ccc-mode", "hostpubmd5", "hostpubsha256", "krb", "krb4",
        "login-options", "mail-auth", "mail-from", "mail-rcpt", "pubkey", "quote Q",
        "sasl-authzid", "telnet-option t", "tftp-blksize", "egd-file", "random-file",
        "expect100-timeout", "retry-delay", "retry-max-time",
      ])
    + group(
      .noted(.writesFiles),
      flags: [
        "remote-name O", "remote-name-all", "remote-header-name J", "remote-time R", "clobber",
        "create-dirs", "remove-on-error", "xattr",
      ],
      values: [
        "output o", "output-dir", "create-file-mode", "dump-header D", "write-out w", "stderr",
        "trace", "trace-ascii", "libcurl", "etag-save",
      ])
    + group(
      .noted(.ownJar), flags: ["junk-session-cookies j"], values: ["cookie-jar c"])
    + group(
      .noted(.nothing),
      flags: [
        "ipv4 4", "ipv6 6", "http3", "disallow-username-in-url", "false-start",
        "ignore-content-length", "proxytunnel p", "raw", "ssl-allow-beast",
        "proxy-ssl-allow-beast", "tcp-fastopen", "proxy-insecure", "sslv2 2", "sslv3 3",
      ],
      values: [
        "alt-svc", "ciphers", "curves", "delegation", "dns-interface", "dns-ipv4-addr",
        "dns-ipv6-addr", "dns-servers", "doh-url", "happy-eyeballs-timeout-ms", "hsts", "interface",
        "limit-rate", "local-port", "max-filesize", "pass", "proto-redir", "proxy-cacert",
        "proxy-cert", "proxy-cert-type", "proxy-ciphers", "proxy-key", "proxy-key-type",
        "proxy-pass", "proxy-service-name", "proxy-tls13-ciphers", "proxy-tlsauthtype",
        "proxy-tlspassword", "proxy-tlsuser", "rate", "service-name", "socks5-gssapi-service",
        "speed-limit Y", "speed-time y", "tls-max", "tls13-ciphers",
      ])

  /// Options added after curl 7.88, as of August 2026.
  private static let later: [CurlOption] =
    [CurlOption("follow", .none, .meaning(.location), since: "8.16.0")]
    + group(.silent, since: "8.2.0", flags: ["ca-native", "proxy-ca-native", "trace-ids"])
    + group(.silent, since: "8.3.0", values: ["trace-config"])
    + group(.silent, since: "8.9.0", values: ["keepalive-cnt"])
    + group(.silent, since: "8.10.0", flags: ["show-headers"])
    + group(.silent, since: "8.13.0", values: ["upload-flags"])
    + group(.silent, since: "8.16.0", flags: ["out-null"], values: ["parallel-max-host"])
    + group(.silent, since: "8.17.0", values: ["knownhosts"])
    + group(.noted(.nothing), since: "8.1.0", flags: ["proxy-http2"])
    + group(.noted(.nothing), since: "8.4.0", values: ["ipfs-gateway"])
    + group(.noted(.nothing), since: "8.8.0", values: ["ech"])
    + group(
      .noted(.nothing), since: "8.9.0", flags: ["mptcp"], values: ["ip-tos", "vlan-priority"])
    + group(.noted(.writesFiles), since: "8.10.0", flags: ["skip-existing"])
    + group(.noted(.nothing), since: "8.11.0", flags: ["tls-earlydata"])
    + group(.noted(.nothing), since: "8.12.0", values: ["ssl-sessions"])
    + group(.noted(.nothing), since: "8.14.0", values: ["sigalgs"])
    + group(.noted(.nothing), since: "8.21.0", flags: ["proxy-http3"])
    + group(.refused(.route), since: "8.2.0", values: ["haproxy-clientip"])
    + group(.refused(.variables), since: "8.3.0", values: ["variable"])
    + group(.refused(.information), since: "8.10.0", flags: ["dump-ca-embed"])
    + group(
      .missed(.credentials), since: "8.22.0",
      values: ["httpsig-algo", "httpsig-headers", "httpsig-key", "httpsig-keyid"])

  // MARK: Writing the groups

  private static func values(_ rows: [(String, CurlOption.Meaning)]) -> [CurlOption] {
    rows.map { CurlOption($0.0, .value, .meaning($0.1)) }
  }

  private static func flags(_ rows: [(String, CurlOption.Meaning)]) -> [CurlOption] {
    rows.map { CurlOption($0.0, .none, .meaning($0.1)) }
  }

  private static func group(
    _ role: CurlOption.Role, since: String? = nil, flags: [String] = [], values: [String] = []
  ) -> [CurlOption] {
    flags.map { CurlOption($0, .none, role, since: since) }
      + values.map { CurlOption($0, .value, role, since: since) }
  }
}

extension CurlOption {
  /// Creates an option.
  ///
  /// - Parameter words: The long name, optionally followed by a space and the letter: `data d`.
  fileprivate init(_ words: String, _ argument: Argument, _ role: Role, since: String? = nil) {
    let parts = words.utf8.split(separator: UInt8(ascii: " "))
    name = String(decoding: parts[0], as: UTF8.self)
    letter = parts.count > 1 ? parts[1].first : nil
    self.argument = argument
    self.role = role
    self.since = since
  }
}
