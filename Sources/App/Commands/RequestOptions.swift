import ArgumentParser
import ClientModel

/// What `send` and `queue add` share: the request itself and how it is carried.
struct RequestOptions: ParsableArguments {
  enum BodyForm: String, EnumerableFlag {
    case json, form, multipart

    static func help(for value: BodyForm) -> ArgumentHelp? {
      switch value {
      case .json: "k=v items make a JSON object (the default)."
      case .form: "k=v items make a form."
      case .multipart: "k=v and k@file items make a multipart body."
      }
    }
  }

  /// What becomes of files between now and the sending.
  enum FileKeeping: String, EnumerableFlag {
    /// They are copied into the store.
    case snapshot
  }

  @Argument(
    help: ArgumentHelp(
      "Method, URL and items as HTTPie has them: H:v q==v k=v k:=json k@file",
      valueName: "[METHOD] URL [ITEM]"))
  var words: [String] = []

  @Flag(help: "How k=v items become a body.")
  var bodyForm: BodyForm = .json

  @Option(
    help: ArgumentHelp("The body from a file, or from standard input with -.", valueName: "file|-"))
  var body: String?

  @Flag(
    help: "Copy the files that are sent now; later changes to them do not matter.")
  var fileKeeping: FileKeeping?

  @Option(
    name: .customShort("a"),
    help: ArgumentHelp(
      "Basic credentials. A password here can be seen by others on this machine; prefer --auth.",
      valueName: "user[:pass]"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "Credentials by reference: \(AuthScheme.forms(separator: ":")).",
      valueName: "kind:reference"))
  var auth: String?

  @Option(
    help: ArgumentHelp(
      "The gateway of weir.yaml it goes through; `none` for none, not even the default.",
      valueName: "name"))
  var gateway: String?

  @Option(
    help: ArgumentHelp(
      "An endpoint of a catalog: the words fill in its form, name=value each (`weir catalog` lists them).",
      valueName: "catalog#endpoint"))
  var endpoint: String?

  @OptionGroup var choice: EndpointChoiceArguments

  @Option(
    help: ArgumentHelp(
      "What the answer shall be: `status 2xx`, `header NAME contains TEXT`, `time < 2 s`, `size < 1 MB`, or jq: `.id == 7`. May be repeated; send then exits with 1 when one fails.",
      valueName: "text"))
  var assert: [String] = []

  @Flag(
    help: ArgumentHelp(
      "When the server takes the work on (202 with a place to ask at), ask there until it is done.")
  )
  var poll = false

  @OptionGroup(title: "Trust") var trust: TrustArguments
  @OptionGroup(title: "Network") var network: NetworkArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments
  @OptionGroup(title: "Answer") var answer: AnswerArguments
  @OptionGroup(title: "Cache") var cache: CacheArguments
  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions

  func order() throws(UsageProblem) -> RequestWords {
    RequestWords(
      words: words, bodyForm: bodyForm, body: body, fileKeeping: fileKeeping, user: user,
      auth: auth, gateway: gateway, endpoint: endpoint, choice: try choice.choice(for: endpoint),
      remote: poll ? .standard : nil,
      transport: try transportOptions(), assertions: try assertions())
  }

  private func assertions() throws(UsageProblem) -> [String] {
    for text in assert where !text.contains(bytes: "{{") {
      do throws(Assertion.Problem) { _ = try Assertion(text) } catch {
        throw UsageProblem(
          what: "--assert does not take `\(Console.safe(text))`.", why: error.why,
          whatToDo: error.whatToDo)
      }
    }
    return assert
  }

  private func transportOptions() throws(UsageProblem) -> TransportOptions {
    var options = TransportOptions()
    options.trust = try trust.options()
    options.route = network.options()
    options.cookies = network.noCookies ? .off : .jar
    try limits.apply(to: &options)
    options.cache = try cache.rule()
    options.parsing = try answer.rule()
    return options
  }
}

/// Whom to believe, and whom to say we are.
struct TrustArguments: ParsableArguments {
  @Option(help: ArgumentHelp("A PEM file of roots instead of the system's.", valueName: "file"))
  var cacert: String?
  @Option(help: ArgumentHelp("Our client certificate, PEM.", valueName: "file"))
  var cert: String?
  @Option(help: ArgumentHelp("The client certificate's key, PEM.", valueName: "file"))
  var key: String?
  @Option(
    help: ArgumentHelp(
      "A public key the server must show: sha256//BASE64; may be repeated.", valueName: "pin"))
  var pin: [String] = []
  @Flag(
    name: [.customShort("k"), .long],
    help: "Do not check the server's certificate. Pins still hold.")
  var insecure = false

  func options() throws(UsageProblem) -> TrustOptions {
    var pins: [PublicKeyPin] = []
    for text in pin {
      guard let parsed = PublicKeyPin(text) else {
        throw UsageProblem(
          what: "--pin \(Console.safe(text)) is not a public key pin.",
          why: "A pin is sha256// and the base64 of 32 bytes.",
          whatToDo: "`weir doctor --pin CERTIFICATE` computes one from a PEM or DER file.")
      }
      pins.append(parsed)
    }
    return TrustOptions(
      verification: insecure ? .insecure : .full, authorities: cacert, clientCertificate: cert,
      clientKey: key, pins: pins)
  }
}

/// The way to the server.
struct NetworkArguments: ParsableArguments {
  enum Version: String, EnumerableFlag {
    case http1, http2
  }

  @Option(
    help: ArgumentHelp("http://host:port or socks5://host:port; empty for none.", valueName: "url"))
  var proxy: String?
  @Option(help: ArgumentHelp("Connect through this socket.", valueName: "path"))
  var unixSocket: String?
  @Option(
    help: ArgumentHelp("host:port:address, as curl has it; may be repeated.", valueName: "entry"))
  var resolve: [String] = []
  @Flag(help: "The HTTP version to insist on.")
  var version: Version?
  @Flag(help: "Neither send nor keep cookies.")
  var noCookies = false

  func options() -> RouteOptions {
    RouteOptions(
      version: version.map { $0 == .http1 ? .http1 : .http2 } ?? .automatic,
      proxy: proxy.map { $0.contains(byte: "@") ? .secret($0) : SensitiveText([.plain($0)]) },
      unixSocket: unixSocket, resolve: resolve)
  }
}
