/// The gateways of a workspace, with its named servers and named endpoints.
public struct Gateways: Hashable, Sendable {
  /// In the file's order.
  public var all: [Gateway]
  /// Used by a request that names none.
  public var standard: String?
  /// Addresses by name: a request's `@name/path` begins there.
  public var servers: [String: String]
  /// Named endpoints: a request's `@name` stands for one.
  public var endpoints: [String: Endpoint]
  /// The names of credentials in requests of the workspace.
  public var credentialNames = CredentialNames.standard

  /// Creates the gateways of a workspace; by default there are none.
  public init(
    all: [Gateway] = [], standard: String? = nil, servers: [String: String] = [:],
    endpoints: [String: Endpoint] = [:]
  ) {
    self.all = all
    self.standard = standard
    self.servers = servers
    self.endpoints = endpoints
  }

  /// The word in a request that excludes every gateway, also the default one.
  public static let noneWord = "none"
  /// The word that chooses the default gateway.
  public static let defaultWord = "default"

  /// True when there are no gateways, servers and endpoints.
  public var isEmpty: Bool { all.isEmpty && servers.isEmpty && endpoints.isEmpty }
  /// The names of the gateways, in order.
  public var names: [String] { all.map(\.name) }

  /// The gateway of this name; nil when there is none.
  public subscript(name: String) -> Gateway? { all.first { $0.name == name } }
}

/// A path under a name: `@name` in place of a URL.
public struct Endpoint: Hashable, Sendable {
  /// Where the path begins.
  public enum Start: Hashable, Sendable {
    /// At the URL of this named server.
    case server(String)
    /// The request goes through that gateway.
    case gateway(String)
    /// The gateway the request names, or the default one.
    case open
  }

  /// Where the path begins.
  public var start: Start
  /// With `{name}` and `:name` variables.
  public var path: String
  /// What happens to path variables without a value.
  public var variables: [PathVariableRule]

  /// Creates an endpoint; by default it starts at the gateway of the request.
  public init(start: Start = .open, path: String, variables: [PathVariableRule] = []) {
    self.start = start
    self.path = path
    self.variables = variables
  }
}

/// How a path variable without a value is treated.
public struct PathVariableRule: Hashable, Sendable {
  /// What happens when the variable has no value.
  public enum Absence: Hashable, Sendable {
    /// The request is refused at this variable.
    case refused
    /// This value is used.
    case filled(String)
    /// Its segment leaves the path.
    case dropped
  }

  /// The name of the variable.
  public var name: String
  /// Another name that fills it, such as the `$0` it was imported from.
  public var alias: String?
  /// What happens when the variable has no value.
  public var absence: Absence

  /// Creates a rule; by default a missing value is refused.
  public init(_ name: String, alias: String? = nil, absence: Absence = .refused) {
    self.name = name
    self.alias = alias
    self.absence = absence
  }
}

/// The gateway of a prepared request, with what is needed when its response arrives.
public struct GatewayUse: Hashable, Sendable {
  /// The name of the gateway.
  public var name: String
  /// Its outcome rule; nil for the general rule.
  public var outcome: OutcomeRule?
  /// Where its middleware is found.
  public var middleware: Stages
  /// The notes of its stages on submit.
  public var submitted: [StageNote]
  /// When the lane of the request is paused by itself.
  public var pause: PauseRule

  /// Where its middleware is found.
  public enum Stages: UInt8, Hashable, Sendable {
    /// It has no middleware.
    case none
    /// By the gateway's name, before an attempt and after its response.
    case byName
  }

  /// Creates the use of a gateway; by default without rule and middleware.
  public init(
    name: String, outcome: OutcomeRule? = nil, middleware: Stages = .none,
    submitted: [StageNote] = [], pause: PauseRule = .never
  ) {
    self.name = name
    self.outcome = outcome
    self.middleware = middleware
    self.submitted = submitted
    self.pause = pause
  }
}
