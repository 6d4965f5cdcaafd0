/// The gateways, named servers and named endpoints of a workspace.
public struct Gateways: Hashable, Sendable {
  /// The gateways, in the order of the file.
  public var all: [Gateway]
  /// The name of the default gateway, or nil. It applies to requests that specify no gateway.
  public var standard: String?
  /// The URLs of the named servers. `@name/path` in a request is relative to such a URL.
  public var servers: [String: String]
  /// The named endpoints. `@name` in a request refers to an endpoint.
  public var endpoints: [String: NamedEndpoint]
  /// The names that mark credentials in the workspace's requests.
  public var credentialNames = CredentialNames.standard

  /// Creates the gateways of a workspace. By default, there are none.
  public init(
    all: [Gateway] = [], standard: String? = nil, servers: [String: String] = [:],
    endpoints: [String: NamedEndpoint] = [:]
  ) {
    self.all = all
    self.standard = standard
    self.servers = servers
    self.endpoints = endpoints
  }

  /// The word in a request that selects no gateway, not even the default gateway.
  public static let noneWord = "none"
  /// The word that selects the default gateway.
  public static let defaultWord = "default"

  /// Whether there are neither gateways nor servers nor endpoints.
  public var isEmpty: Bool { all.isEmpty && servers.isEmpty && endpoints.isEmpty }
  /// The names of the gateways, in order.
  public var names: [String] { all.map(\.name) }

  /// The gateway with this name, or nil if there is none.
  public subscript(name: String) -> Gateway? { all.first { $0.name == name } }
}

/// A path with a name. A request uses `@name` instead of a URL to refer to the path.
public struct NamedEndpoint: Hashable, Sendable {
  /// The base of the path.
  public enum Start: Hashable, Sendable {
    /// The URL of the server with this name.
    case server(String)
    /// The URL of the gateway with this name. The request is sent through this gateway.
    case gateway(String)
    /// The URL of the request's gateway. If the request specifies none, the default gateway is
    /// used.
    case open
  }

  /// The base of the path.
  public var start: Start
  /// The path, which may contain `{name}` and `:name` variables.
  public var path: String
  /// The rules for path variables that have no value.
  public var variables: [PathVariableRule]

  /// Creates an endpoint. By default, the path is relative to the request's gateway.
  public init(start: Start = .open, path: String, variables: [PathVariableRule] = []) {
    self.start = start
    self.path = path
    self.variables = variables
  }
}

/// The rule for a path variable that has no value.
public struct PathVariableRule: Hashable, Sendable {
  /// The effect of a missing value.
  public enum Absence: Hashable, Sendable {
    /// The request is rejected with an error that names the variable.
    case refused
    /// This value is used.
    case filled(String)
    /// The path segment with the variable is removed.
    case dropped
  }

  /// The name of the variable.
  public var name: String
  /// Another name for the variable's value, such as `$0` in an imported source. Nil if the value
  /// has no other name.
  public var alias: String?
  /// The effect of a missing value.
  public var absence: Absence

  /// Creates a rule. By default, a missing value rejects the request.
  public init(_ name: String, alias: String? = nil, absence: Absence = .refused) {
    self.name = name
    self.alias = alias
    self.absence = absence
  }
}

/// The gateway of a prepared request, with the settings that are needed to send the request.
public struct GatewayUse: Hashable, Sendable {
  /// The name of the gateway.
  public var name: String
  /// The outcome rule, or nil to use the general rule.
  public var outcome: OutcomeRule?
  /// The source of the gateway's middleware.
  public var middleware: Stages
  /// The notes of the middleware stages that ran on submit.
  public var submitted: [StageNote]
  /// The condition for pausing the request's lane automatically.
  public var pause: PauseRule

  /// The source of a gateway's middleware.
  public enum Stages: UInt8, Hashable, Sendable {
    /// The gateway has no middleware.
    case none
    /// The middleware is looked up by the gateway's name before each attempt and after each
    /// response.
    case byName
  }

  /// Creates the use of a gateway. By default, there is no outcome rule and no middleware.
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
