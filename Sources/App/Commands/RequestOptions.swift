import ArgumentParser
import ClientModel

/// The options of `send`, `queue add` and `cache put` that describe a request. The options for the
/// transport are separate.
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

  /// The option to copy the request's files now. Without the option, the files are read when the
  /// request is sent.
  enum FileCopy: String, EnumerableFlag {
    /// The files are copied into the store.
    case snapshot
  }

  @Argument(
    help: ArgumentHelp(
      "Method, URL and items, as in HTTPie: H:v q==v k=v k:=json k@file",
      valueName: "[METHOD] URL [ITEM]"),
    completion: .requestWords)
  var words: [String] = []

  @Flag(help: "The format of the body that k=v items make.")
  var bodyForm: BodyForm = .json

  @Option(
    name: .customLong("graphql"),
    help: ArgumentHelp(
      "A GraphQL query, or @FILE for a file with one. k=v and k:=json items make its variables.",
      valueName: "query|@file"))
  var graphQL: String?

  @Option(
    help: ArgumentHelp(
      "The operation to execute if the GraphQL query has several.", valueName: "name"))
  var operation: String?

  @Option(
    help: ArgumentHelp("The body from a file, or from standard input with -.", valueName: "file|-"),
    completion: .file())
  var body: String?

  @Flag(
    help: "Copy the files now, so that later changes to them have no effect.")
  var fileCopy: FileCopy?

  @Option(
    name: [.customShort("a"), .customLong("user")],
    help: ArgumentHelp(
      "Basic credentials. Other users of this machine can see a password given here; prefer --auth.",
      valueName: "user[:pass]"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "Credentials by reference: \(AuthScheme.forms(separator: ":")).",
      valueName: "kind:reference"))
  var auth: String?

  @Option(
    help: ArgumentHelp(
      "The gateway from weir.yaml to use; `none` uses no gateway, not even the default one.",
      valueName: "name"),
    completion: .gatewaysOrNone)
  var gateway: String?

  @Option(
    help: ArgumentHelp(
      "A catalog endpoint; name=value arguments then fill in its form "
        + "(`weir catalog` lists endpoints).",
      valueName: "catalog#endpoint"),
    completion: .endpoints)
  var endpoint: String?

  @OptionGroup var choice: EndpointChoiceArguments

  @Option(
    help: ArgumentHelp(
      "An assertion about the response: `status 2xx`, `header NAME contains TEXT`, "
        + "`time < 2 s`, `size < 1 MB`, or jq: `.id == 7`. May be repeated; "
        + "send exits with 1 when an assertion fails.",
      valueName: "text"))
  var assert: [String] = []

  @Flag(
    help: ArgumentHelp(
      "When the server accepts the work asynchronously (202 with a status URL), "
        + "poll that URL until the work is done."))
  var poll = false

  func order(_ transport: TransportOptions) throws(UsageProblem) -> RequestArguments {
    RequestArguments(
      arguments: words, bodyForm: bodyForm, graphQL: graphQL, operation: operation, body: body,
      fileCopy: fileCopy, user: user,
      auth: auth, gateway: gateway, endpoint: endpoint, choice: try choice.choice(for: endpoint),
      remote: poll ? .standard : nil,
      transport: transport, assertions: try assertions())
  }

  private func assertions() throws(UsageProblem) -> [String] {
    for text in assert where !text.contains(bytes: "{{") {
      do throws(Assertion.Problem) { _ = try Assertion(text) } catch {
        throw UsageProblem(
          what: "`\(Console.safe(text))` is not a valid assertion.", why: error.why,
          whatToDo: error.whatToDo)
      }
    }
    return assert
  }
}

/// The TLS options: trusted roots, client certificate, public key pins and certificate
/// verification.
struct TrustArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("A PEM file of trusted roots, instead of the system's.", valueName: "file"),
    completion: .file())
  var cacert: String?
  @Option(
    help: ArgumentHelp("The client certificate, PEM.", valueName: "file"), completion: .file())
  var cert: String?
  @Option(
    help: ArgumentHelp("The client certificate's key, PEM.", valueName: "file"),
    completion: .file())
  var key: String?
  @Option(
    help: ArgumentHelp(
      "A public key the server must have: sha256/BASE64, or a PEM or DER file with the key or its "
        + "certificate. May be repeated: one of them is enough.", valueName: "pin|file"),
    completion: .file())
  var pin: [String] = []
  @Flag(
    name: [.customShort("k"), .long],
    help: "Do not check the server's certificate. Pins are still checked.")
  var insecure = false

  func options() throws(UsageProblem) -> TrustOptions {
    var pins: [PublicKeyPin] = []
    for text in pin { pins.append(try PinArgument.pin(text)) }
    return TrustOptions(
      verification: insecure ? .insecure : .full, authorities: cacert, clientCertificate: cert,
      clientKey: key, pins: pins)
  }
}

/// The connection options: HTTP version, proxy, Unix socket, name resolution and cookies.
struct NetworkArguments: ParsableArguments {
  enum Version: String, EnumerableFlag {
    case http1, http2
  }

  @Option(
    help: ArgumentHelp(
      "The proxy: http://host:port or socks5://host:port; empty for none.", valueName: "url"))
  var proxy: String?
  @Option(
    help: ArgumentHelp("Connect through this Unix socket.", valueName: "path"), completion: .file())
  var unixSocket: String?
  @Option(
    help: ArgumentHelp("host:port:address, as in curl; may be repeated.", valueName: "entry"))
  var resolve: [String] = []
  @Flag(help: "The required HTTP version.")
  var version: Version?
  @Flag(help: "Neither send nor store cookies.")
  var noCookies = false

  func options() -> RouteOptions {
    RouteOptions(
      version: version.map { $0 == .http1 ? .http1 : .http2 } ?? .automatic,
      proxy: proxy.map { $0.contains(byte: "@") ? .secret($0) : SensitiveText([.plain($0)]) },
      unixSocket: unixSocket, resolve: resolve)
  }
}
