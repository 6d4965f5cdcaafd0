import ClientModel

/// A row of the manual's table about options in an untrusted workspace. For each option, a test
/// checks that a password is not sent to another server.
package struct UntrustedUse: Sendable {
  /// The rule for an option.
  package enum Rule: Hashable, Sendable {
    /// A request with the option is not sent. A program named in the option is not run.
    case refused
    /// The option works, but without text typed by the user or data stored on this machine.
    case limited(Limit)
    /// The option works. It affects neither the destination of bytes nor the trusted servers.
    case free
  }

  /// The reason why an option is limited.
  package enum Limit: Hashable, Sendable {
    /// The option can decide where data is sent, or whether a text is a reference.
    case destination
    /// The value may be a reference to a secret.
    case reference
    /// The rules of its parts apply.
    case parts
  }

  /// The part of a workspace file that has these options.
  package let part: String
  package let options: [String]
  package let rule: Rule
  /// The explanation of the rule, such as "the program is not run".
  package let effect: String

  package static let all: [UntrustedUse] =
    workspace + gateways + requests + rules + graphs + catalogs

  /// Returns the rows of the options in a kind of file.
  static func rows(of kind: WorkspaceFileKind) -> [UntrustedUse] {
    switch kind {
    case .settings: workspace + gateways + requests
    case .request: requests
    case .graph: graphs
    case .catalog: catalogs
    }
  }

  private static func row(
    _ part: String, _ options: [String], _ rule: Rule, _ effect: String
  ) -> UntrustedUse {
    UntrustedUse(part: part, options: options, rule: rule, effect: effect)
  }

  private static let address = "the server receives no credentials that you typed"
  private static let server = "nothing is stored or sent"
  private static let reference = "a reference to a secret is not looked up"

  private static let workspace = [
    row("`weir.yaml`", ["name", "environment", "gateway"], .free, "a name"),
    row(
      "`weir.yaml`", ["id"], .free, "it has no effect in a folder where it was not trusted"),
    row("`weir.yaml`", ["gateways", "endpoints"], .limited(.parts), "see the parts below"),
    row("`weir.yaml`", ["servers"], .limited(.destination), address),
    row("`weir.yaml`", ["on_finish"], .refused, "the program is not run"),
    row("`on_finish`", ["command"], .refused, "the program is not run"),
    row("`on_finish`", ["after"], .free, "a duration"),
    row("`weir.yaml`", ["store"], .refused, server),
    row("`store`", ["postgres"], .refused, server),
    row("`weir.yaml`", ["secrets"], .limited(.parts), "see the part below"),
    row("`secrets`", ["names"], .free, "more fields are secrets"),
    row("`secrets`", ["plain"], .refused, "the fields stay secrets"),
    row(
      "`environments.yaml`", ["shared", "environments"], .limited(.destination),
      "values; \(reference); in front of a path, \(address)"),
    row("`environments.yaml`", ["production"], .free, "a question before sending"),
    row("`.env`", ["names"], .refused, "its values are not used"),
    row(
      "`folder.yaml`", ["variables"], .limited(.destination),
      "values; \(reference); in front of a path, \(address)"),
    row("`folder.yaml`", ["headers"], .limited(.reference), "\(reference); `Host` is refused"),
  ]

  private static let gateways = [
    row(
      "a gateway", ["extends"], .limited(.destination),
      "inherited parts are treated like its own parts"),
    row("a gateway", ["url"], .limited(.destination), address),
    row(
      "a gateway and its methods", ["headers"], .limited(.reference),
      "\(reference); `Host` is refused"),
    row("a gateway and its methods", ["query"], .limited(.reference), reference),
    row("a gateway", ["auth"], .limited(.reference), reference),
    row(
      "a gateway and its methods", ["options", "cache"], .limited(.parts), "see the parts below"),
    row("a gateway", ["methods", "lane"], .limited(.parts), "see the parts below"),
    row("a gateway", ["outcome"], .limited(.destination), "see the parts below"),
    row("a gateway", ["stubs", "mqtt", "paging"], .limited(.parts), "see the parts below"),
    row(
      "a gateway", ["encode", "pause"], .free, "the encoding of bodies and the pauses of a lane"),
    row(
      "a gateway", ["parsers", "middleware", "transform"], .limited(.parts), "programs are refused"),
    row("`lane`", ["limit", "rate"], .free, "the limits of the lane"),
    row(
      "`cache` of a gateway or a graph", ["read", "store-for", "max-age", "methods", "key"], .free,
      "stored responses of this workspace"),
    row("an endpoint", ["gateway", "server", "path"], .limited(.destination), address),
    row("an endpoint", ["defaults", "optional", "tokens"], .free, "parts of a path"),
    row("`mqtt`", ["host", "port", "tls"], .limited(.destination), address),
    row("`mqtt`", ["user", "password"], .limited(.reference), reference),
    row(
      "`mqtt`", ["version", "client-id", "clean-session", "keep-alive", "will"], .free,
      "settings of the connection"),
    row("`will`", ["topic", "message", "qos", "retain"], .free, "a message of the workspace"),
    row(
      "`middleware`", ["submit", "dispatch", "response"], .limited(.parts), "programs are refused"),
    row("`transform`", ["request", "response"], .limited(.parts), "programs are refused"),
    row("a stage, parser or stub", ["command", "deadline"], .refused, "the program is not run"),
    row("a stage", ["root", "capture"], .free, "a part or a header of the response"),
    row("`capture`", ["header", "as"], .free, "a shared value"),
    row(
      "a stub", ["method", "path", "when", "status", "headers", "body", "delay", "fail"], .free,
      "a response without a network"),
    row("`when`", ["query", "header", "body"], .free, "chooses a stub"),
  ]

  private static let requests = [
    row(
      "a saved request", ["name", "gateway", "method", "path", "without-headers"], .free,
      "parts of the request"),
    row("a saved request", ["url"], .limited(.destination), address),
    row(
      "a saved request", ["query", "headers", "auth"], .limited(.reference),
      "\(reference); `Host` is refused"),
    row(
      "a saved request", ["body"], .limited(.reference), "\(reference); files outside are not read"),
    row("a saved request", ["options"], .limited(.parts), "see the parts below"),
    row("a saved request", ["job", "endpoint"], .limited(.destination), "see the parts below"),
    row(
      "a saved request",
      ["idempotency-key", "media-type", "security", "filter", "assert", "queue"],
      .free, "details of how it is sent and shown"),
    row("`queue`", JobOptionsFile.keys, .free, "when its jobs start"),
    row("`auth`", AuthScheme.all.map(\.name), .limited(.reference), reference),
    row(
      "`auth`", AuthScheme.all.flatMap(\.fields).map(\.name).uniqued, .limited(.reference),
      reference),
    row(
      "a field or part", ["name", "value"], .limited(.reference), reference),
    row(
      "a field or part", ["off", "secret", "literal", "encoded"], .limited(.destination),
      reference),
    row(
      "`body`", ["json", "text", "form", "multipart", "graphql", "type"], .limited(.reference),
      reference),
    row("`graphql`", ["query", "variables", "operation"], .free, "a part of the request"),
    row(
      "`body` and its parts", ["file"], .limited(.destination),
      "files outside the workspace are not read"),
    row("a part of `body`", ["file-name", "type"], .free, "names sent to the server"),
    row(
      "`options`", ["insecure", "cacert", "pins"], .refused, "they decide which servers Weir trusts"
    ),
    row("`options`", ["cert", "key"], .refused, "they decide which client certificate is used"),
    row(
      "`options`", ["proxy", "unix-socket", "resolve"], .refused, "they decide where bytes are sent"
    ),
    row(
      "`options`", ["connect-timeout", "first-byte", "idle", "timeout", "limits"], .free,
      "limits of a response"),
    row(
      "`options`", ["http", "compression", "parse", "cookies", "cache"], .free,
      "details of the request; cookies belong to the workspace and the server"),
    row(
      "`options`", ["max-redirects", "attempts", "repeat-unsafe"], .free,
      "another server receives no credentials"),
    row("`limits`", TransferLimits.names, .free, "limits of a response"),
    row(
      "`cache` of a request",
      ["mode", "store-for", "max-age", "sort-query", "headers", "body", "methods", "key"], .free,
      "stored responses of this workspace"),
  ]

  private static let rules = [
    row(
      "`outcome`",
      ["success", "failure", "authentication", "upgrade", "code", "reason", "detail", "body"],
      .free, "the meaning of a response"),
    row("`outcome`", ["refresh"], .limited(.destination), "see the part below"),
    row(
      "`refresh`", ["request", "token"], .limited(.destination),
      "the request is one of the workspace, and receives no value of `--var`"),
    row("a clause of `outcome`", ["status", "at", "missing", "header"], .free, "a test"),
    row(
      "`paging`", ["page", "offset", "cursor", "first", "last", "total", "next", "items"], .free,
      "the next page is on the same server"),
    row("a place of `paging`", ["query", "header", "body"], .free, "a part of the request"),
    row(
      "`job`",
      [
        "accepted", "status", "id", "word", "words", "failure", "errors", "result", "cancel",
        "poll",
        "query", "form",
      ], .limited(.destination), "a server other than that of the request receives no credentials"),
    row(
      "an address of `job`", ["header", "pointer", "template", "id"], .limited(.destination),
      "a server other than that of the request receives no credentials"),
    row("`result` of `job`", ["in-poll", "at"], .limited(.destination), "as above"),
    row("`cancel` of `job`", ["method", "at"], .limited(.destination), "as above"),
    row(
      "`poll` of `job`",
      ["first", "queued", "running", "factor", "longest", "jitter", "deadline", "errors-in-row"],
      .free, "the times of polls"),
  ]

  private static let graphs = [
    row(
      "a graph", ["on-failure", "cache", "steps", "serial", "concurrent"], .limited(.destination),
      "it receives no credentials from `--var`"),
    row("a step", ["request"], .limited(.destination), "as a saved request"),
    row("a step", ["command"], .refused, "the program is not run"),
    row("a step", ["jq", "inputs", "needs", "after", "expect"], .free, "values of other steps"),
    row("an input", ["from", "pointer", "jq"], .free, "values of other steps"),
    row("an input", ["json"], .free, "a part of the request"),
  ]

  private static let catalogs = [
    row("a catalog", ["servers", "security"], .limited(.destination), address),
    row(
      "a catalog", ["x-weir-job", "x-weir-outcome", "x-weir-paging"], .limited(.destination),
      "as in a saved request and a gateway"),
    row(
      "a catalog",
      [
        "x-weir-secret", "x-weir-one-of", "x-weir-in", "x-weir-projection", "x-weir-bulk",
        "x-weir-path-filters", "x-weir-allowed-filters", "x-weir-view",
      ], .free, "how a form and a response are shown"),
    row("a catalog", ["x-weir-first-byte"], .free, "a limit of a response"),
    row("`x-weir-one-of`", ["inputs", "count"], .free, "which inputs go together"),
    row(
      "`x-weir-view`",
      ViewPart.Form.allCases.map(\.rawValue) + [
        "title", "fields", "label", "amount", "group",
      ], .free, "how a response is shown"),
  ]
}

extension [String] {
  /// The strings without duplicates, in order of first occurrence.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
