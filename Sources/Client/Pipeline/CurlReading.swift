import ClientModel

/// A curl line read option by option; `finish` puts together what curl would put together.
struct CurlReading {
  let files: FileReader
  var dropped: [DroppedOption] = []
  /// True after `--next`.
  private(set) var isFinished = false

  var draft = Draft()
  var url: String?
  var method: String?
  var pieces = CurlBody()
  var cookies: [String] = []
  var user: String?
  var scheme = Scheme.basic
  var proxyUser: String?
  var location = Location.stay
  var redirects = 50
  private var isHead = false
  private var isGet = false
  private var isGlobbed = true

  enum Scheme { case basic, digest }
  enum Location { case stay, follow }

  init(files: FileReader) {
    self.files = files
    // What curl does unless told otherwise.
    draft.options.codings = .none
    draft.options.cookies = .off
    draft.options.retry.attempts = 1
  }

  mutating func drop(_ option: String, _ why: String) {
    dropped.append(DroppedOption(option: option, why: why))
  }

  mutating func take(_ option: CurlOption, _ value: String) throws(CurlProblem) {
    switch option {
    case .url:
      if url == nil { url = value } else { drop(value, "One line makes one request.") }
    case .request: method = value
    case .header: try takeHeader(value)
    case .data, .dataASCII, .dataRaw, .dataBinary, .dataURLEncode, .json, .form, .formString,
      .uploadFile, .urlQuery:
      try pieces.take(option, value, files)
    case .get: isGet = true
    case .head: isHead = true
    case .user: user = value
    case .digest: scheme = .digest
    case .basic: scheme = .basic
    case .bearer: takeSecret(value, "--oauth2-bearer") { $0.authorization = .bearer(value) }
    case .cookie:
      if value.contains("=") {
        cookies.append(value)
      } else {
        drop("-b \(value)", "An import reads no cookie files.")
      }
    case .cookieJar: drop("-c \(value)", CurlOption.reason("cookie-jar"))
    case .referer:
      let plain = value.hasSuffix(";auto") ? String(value.dropLast(5)) : value
      if !plain.isEmpty { add(header: "Referer", plain) }
    case .userAgent:
      if value.isEmpty {
        draft.removedHeaders.append("User-Agent")
      } else {
        add(header: "User-Agent", value)
      }
    case .range: draft.headers.append(DraftField("Range", "bytes=\(value)"))
    case .insecure: draft.options.trust.verification = .insecure
    case .cacert: draft.options.trust.authorities = value
    case .cert: takeCertificate(value)
    case .key: draft.options.trust.clientKey = value
    case .pinnedpubkey: takePins(value)
    case .proxy:
      draft.options.route.proxy = SensitiveText(
        value.contains("://") || value.isEmpty ? value : "http://\(value)")
    case .socks4, .socks4a, .socks5:
      draft.options.route.proxy = SensitiveText("\(option.rawValue)://\(value)")
    case .socks5Hostname: draft.options.route.proxy = SensitiveText("socks5h://\(value)")
    case .proxyUser: proxyUser = value
    case .noproxy:
      if value == "*" {
        draft.options.route.proxy = ""
      } else {
        drop("--noproxy \(value)", CurlOption.reason(""))
      }
    case .resolve: draft.options.route.resolve.append(value)
    case .unixSocket: draft.options.route.unixSocket = value
    case .http10:
      draft.options.route.version = .http1
      drop("--http1.0", "HTTP/1.1 is used instead.")
    case .http11: draft.options.route.version = .http1
    case .http2, .http2Prior: draft.options.route.version = .http2
    case .location: location = .follow
    case .locationTrusted:
      location = .follow
      drop("--location-trusted", "Redirects are followed, but credentials stay with their origin.")
    case .maxRedirects: redirects = Int(value).map { $0 < 0 ? 1000 : min($0, 1000) } ?? 50
    case .compressed: draft.options.codings = .all
    case .maxTime: draft.options.deadlines.total = try seconds(value, "-m")
    case .connectTimeout:
      if let time = try seconds(value, "--connect-timeout") {
        draft.options.deadlines.connect = time
      }
    case .retry: draft.options.retry.attempts = min(max(0, Int(value) ?? 0), 100) + 1
    case .config: drop("-K \(value)", CurlOption.reason("config"))
    case .globoff: isGlobbed = false
    case .next:
      isFinished = true
      drop("--next", CurlOption.reason("next"))
    }
  }

  mutating func finish() throws(CurlProblem) -> CurlCommand {
    guard var address = url, !address.isEmpty else {
      throw CurlProblem(
        what: "The curl line cannot be used.", why: "It has no URL.",
        whatToDo: "Add the URL to the command.")
    }
    if !address.contains("://") { address = "http://" + address }
    if isGlobbed { try refuseGlob(address) }
    let body = try pieces.body(isGet: isGet, draft: &draft, dropped: &dropped)
    if let file = pieces.upload, address.hasSuffix("/"), file != "-" {
      address += PercentEncoding.encode(file.split(separator: "/").last ?? "")
    }
    draft.url = Self.with(query: body.query, address)
    draft.body = body.body
    draft.method = method ?? (isHead ? "HEAD" : body.method)
    finishHeaders()
    finishAuthorization()
    draft.options.redirects =
      location == .follow && redirects > 0 ? .follow(atMost: redirects) : .stay
    return CurlCommand(draft: draft, dropped: dropped)
  }

  /// The URL with more query; it stands before the fragment.
  private static func with(query: [String], _ address: String) -> String {
    guard !query.isEmpty else { return address }
    let end = address.firstIndex(of: "#") ?? address.endIndex
    let start = address[..<end]
    let mark = !start.contains("?") ? "?" : start.hasSuffix("?") || start.hasSuffix("&") ? "" : "&"
    return start + mark + query.joined(separator: "&") + address[end...]
  }

  private func refuseGlob(_ address: String) throws(CurlProblem) {
    var rest = address[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if rest[open..<close].contains(",") {
        throw CurlProblem(
          what: "The curl line cannot be used.", why: "Its URL stands for several requests.",
          whatToDo: "Import one URL at a time, or add -g if the braces are meant.")
      }
      rest = rest[rest.index(after: close)...]
    }
  }
}
