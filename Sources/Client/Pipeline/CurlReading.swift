import ClientModel

/// The options of one curl request. Several URLs may share them. `finish` combines them as curl
/// does.
struct CurlReading {
  let source: CurlSource
  var dropped: [DroppedOption] = []

  var draft = Draft()
  var method: String?
  var pieces = CurlBody()
  var cookies: [String] = []
  /// The headers set by dedicated options, such as `-A`.
  var own: [(name: String, value: String)] = []
  var user: [UInt8]?
  var schemes: Set<CurlOption.Scheme> = []
  /// The value of --aws-sigv4: provider, region and service.
  var signature = ""
  var proxySchemes: Set<CurlOption.Scheme> = []
  var proxyUser: [UInt8]?
  var exemptHosts: [UInt8]?
  var schemeless = "http"
  private(set) var protocols: String?
  /// A URL that is a single unquoted variable, or nil if there is none.
  var looseURL: [UInt8]?
  private var urls: [[UInt8]] = []
  private var uploads: [[UInt8]] = []
  private var location = Location.stay
  private var redirects = 50
  private var globbing = Globbing.on
  private var dots = Dots.resolved
  private var upgrade = Upgrade.none
  /// The values of --connect-to.
  private var connections: [[UInt8]] = []
  private(set) var isHead = false
  private var isGet = false

  enum Location { case stay, follow }
  private enum Globbing { case on, off }
  private enum Dots { case resolved, preserved }
  /// Whether curl offers to upgrade HTTP/1.1 to HTTP/2 without TLS.
  private enum Upgrade { case offered, none }

  var hasURL: Bool { !urls.isEmpty }

  func hasURLs(besides word: [UInt8]) -> Bool { urls.contains { $0 != word } }

  init(source: CurlSource) {
    self.source = source
    // These are curl's defaults.
    draft.options.codings = .none
    draft.options.cookies = .off
    draft.options.retry.attempts = 1
  }

  /// Records an omitted option that does not change the request.
  mutating func note(_ option: String, _ why: String) {
    dropped.append(DroppedOption(option: option, why: why))
  }

  /// Records an omitted option that changes the request.
  mutating func miss(_ option: String, _ why: String) {
    dropped.append(DroppedOption(option: option, why: why, effect: .request))
  }

  mutating func take(
    _ meaning: CurlOption.Meaning, _ value: [UInt8], _ name: String
  ) throws(CurlProblem) {
    switch meaning {
    case .url: urls.append(value)
    case .request: method = try source.text(value, of: name)
    case .header: try takeHeader(value)
    case .data, .dataRaw, .dataBinary, .dataURLEncode, .json, .form, .formString, .urlQuery:
      try pieces.take(meaning, value, name, source, &dropped)
    case .uploadFile: uploads.append(value)
    case .get: isGet = true
    case .head: isHead = true
    case .user: user = value
    case .scheme(let scheme):
      schemes.insert(scheme)
      if scheme == .signature { signature = try source.text(value, of: name) }
    case .proxyScheme(let scheme): proxySchemes.insert(scheme)
    case .bearer:
      let token = try source.text(value, of: name)
      takeSecret(token, name) { $0.authorization = .bearer(token) }
    case .cookie: try takeCookie(value, name)
    case .referer: try takeReferer(value, name)
    case .userAgent:
      if value.isEmpty {
        draft.removedHeaders.append("User-Agent")
      } else {
        set(header: "User-Agent", try source.text(value, of: name))
      }
    case .range: set(header: "Range", "bytes=" + Self.range(try source.text(value, of: name)))
    case .continueAt:
      if value.elementsEqual("-".utf8) {
        note("-C -", CurlOption.Why.writesFiles.rawValue)
      } else {
        set(header: "Range", "bytes=\(try source.text(value, of: name))-")
      }
    case .timeCondition: takeTimeCondition(value, name)
    case .insecure: draft.options.trust.verification = .insecure
    case .cacert: draft.options.trust.authorities = try source.text(value, of: name)
    case .cert: try takeCertificate(value)
    case .key: draft.options.trust.clientKey = try source.text(value, of: name)
    case .pinnedKey: try takePins(value)
    case .proxy, .socks4, .socks4a, .socks5, .socks5Hostname: try takeProxy(meaning, value)
    case .proxyUser: proxyUser = value
    case .noProxy: exemptHosts = value
    case .resolve: draft.options.route.resolve.append(try source.text(value, of: name))
    case .connectTo: connections.append(value)
    case .unixSocket: draft.options.route.unixSocket = try source.text(value, of: name)
    case .http1: draft.options.route.version = .http1
    case .http2: (draft.options.route.version, upgrade) = (.http2, .offered)
    case .http2PriorKnowledge: (draft.options.route.version, upgrade) = (.http2, .none)
    case .location: location = .follow
    case .locationTrusted:
      location = .follow
      note(name, "Redirects are followed, but credentials are sent only to their origin.")
    case .maxRedirects:
      let number = Int(String(decoding: value, as: UTF8.self))
      redirects = number.map { $0 < 0 ? 1000 : min($0, 1000) } ?? 50
    case .compressed: draft.options.codings = .all
    case .maxTime: draft.options.deadlines.total = try seconds(value, name)
    case .connectTimeout:
      if let time = try seconds(value, name) { draft.options.deadlines.connect = time }
    case .retry:
      let count = Int(String(decoding: value, as: UTF8.self)) ?? 0
      draft.options.retry.attempts = min(max(0, count), 100) + 1
    case .globOff: globbing = .off
    case .pathAsIs: dots = .preserved
    case .protocols: protocols = String(decoding: value, as: UTF8.self).lowercased()
    case .defaultProtocol: schemeless = String(decoding: value, as: UTF8.self).lowercased()
    case .next: break
    }
  }

  /// Returns the range in the syntax of the `Range` header. In curl, a single number is the first
  /// byte. The header needs a dash after the number.
  private static func range(_ text: String) -> String {
    guard !text.contains(byte: "-") else { return text }
    let digits = text.prefix(whileByte: { (0x30...0x39).contains($0) })
    return digits.isEmpty ? text : "\(digits)-"
  }

  /// Applies `--no-NAME`, which reverts `--NAME`.
  mutating func withdraw(_ option: CurlOption) throws(CurlProblem) {
    guard case .meaning(let meaning) = option.role else {
      let name = "--\(option.name)"
      return dropped.removeAll { $0.option == name }
    }
    switch meaning {
    case .get: isGet = false
    case .head: isHead = false
    case .scheme(let scheme): schemes.remove(scheme)
    case .proxyScheme(let scheme): proxySchemes.remove(scheme)
    case .insecure: draft.options.trust.verification = .full
    case .location, .locationTrusted: location = .stay
    case .compressed: draft.options.codings = .none
    case .globOff: globbing = .on
    case .pathAsIs: dots = .resolved
    default:
      throw CurlProblem(
        what: "The curl line cannot be used.", why: "curl has no option --no-\(option.name).",
        whatToDo: "Remove the option.")
    }
  }

  // MARK: Finishing

  /// Returns one request for each URL, in curl's order.
  mutating func finish() throws(CurlProblem) -> [CurlCommand] {
    guard !urls.isEmpty else {
      throw CurlProblem(
        what: "The curl line cannot be used.", why: "It has no URL.",
        whatToDo: "Add the URL to the command.")
    }
    try checkBodyKinds()
    draft.options.redirects =
      location == .follow && redirects > 0 ? .follow(atMost: redirects) : .stay
    try finishHeaders()
    var found: [CurlCommand] = []
    for (index, url) in urls.enumerated() {
      let files: [[UInt8]?] =
        index < uploads.count ? try expanded(uploads[index]).map { $0 } : [nil]
      let addresses = try expanded(url)
      for file in files {
        for address in addresses {
          found.append(try command(to: address, uploading: file))
          guard found.count <= CurlGlob.limit else { throw CurlGlob.tooMany(source.shown(url)) }
        }
      }
    }
    return found
  }

  private func checkBodyKinds() throws(CurlProblem) {
    let kinds = [pieces.hasData && !isGet, pieces.hasParts, !uploads.isEmpty, isHead].count { $0 }
    guard kinds > 1 else { return }
    throw CurlProblem(
      what: "The curl line cannot be used.",
      why: "It has several kinds of body, which curl refuses too.",
      whatToDo: "Use only one of --data, --form, --upload-file and --head.")
  }

  private func expanded(_ word: [UInt8]) throws(CurlProblem) -> [[UInt8]] {
    globbing == .on ? try CurlGlob.expand(word, source) : [word]
  }

  private func command(
    to word: [UInt8], uploading file: [UInt8]?
  ) throws(CurlProblem) -> CurlCommand {
    var result = self
    let content =
      try pieces.content(isGet: isGet, uploading: file, source, &result.draft, &result.dropped)
    var address = try CurlAddress(word, scheme: schemeless, source)
    if let file { try address.add(fileName: file) }
    address.add(query: content.query)
    try address.check(protocols: protocols)
    if dots == .preserved { try address.refuseDots() }
    result.draft.body = content.body
    result.draft.method = method ?? (isHead ? "HEAD" : content.method)
    try result.finishAuthorization(&address)
    try result.finishProxy(for: address)
    for connection in connections { try result.take(connection: connection, to: address.target) }
    if upgrade == .offered, address.target?.scheme == "http" {
      result.draft.options.route.version = .automatic
      result.note("--http2", "Without TLS curl sends HTTP/1.1 and offers HTTP/2; Weir does not.")
    }
    let placed = try address.finish()
    result.draft.url = placed.url
    result.draft.pathVariables = placed.variables
    result.offerAccept()
    result.omitEmptyLength()
    return CurlCommand(draft: result.draft, dropped: result.dropped)
  }
}
