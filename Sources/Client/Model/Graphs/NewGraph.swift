/// A graph before it is committed. The store assigns its id.
public struct NewGraph: Hashable, Sendable {
  /// The plan of the graph.
  public var plan: GraphPlan
  /// The requests and values of the steps.
  public var material: GraphMaterial
  /// The folder of the graph's workspace. Empty for the scratch workspace.
  public var workspace: String
  /// The scheduling of the graph's jobs: they wait for their lanes, or start at once.
  public var scheduling: Job.Scheduling

  /// Creates a graph. By default, its jobs wait for their lanes.
  public init(
    _ plan: GraphPlan, _ material: GraphMaterial, workspace: String = "",
    scheduling: Job.Scheduling = .queued
  ) {
    self.plan = plan
    self.material = material
    self.workspace = workspace
    self.scheduling = scheduling
  }

  /// Creates a graph in which each request is sent after the previous one.
  public static func serial(
    _ drafts: [Draft], name: String = "serial", onFailure: GraphPlan.FailurePolicy = .stop,
    environment: Environment = Environment()
  ) -> NewGraph {
    let (names, material) = material(of: drafts, environment)
    return NewGraph(.serial(names, name: name, onFailure: onFailure), material)
  }

  /// Creates a graph in which all requests are sent concurrently.
  public static func concurrent(
    _ drafts: [Draft], name: String = "concurrent", onFailure: GraphPlan.FailurePolicy = .stop,
    environment: Environment = Environment()
  ) -> NewGraph {
    let (names, material) = material(of: drafts, environment)
    return NewGraph(.concurrent(names, name: name, onFailure: onFailure), material)
  }

  /// Returns a unique name for each request, and the requests by name. An unnamed request is named
  /// by its number. If a name is already used, the number is appended.
  private static func material(
    of drafts: [Draft], _ environment: Environment
  ) -> ([String], GraphMaterial) {
    var names: [String] = []
    var material = GraphMaterial(environment: environment)
    for (place, draft) in drafts.enumerated() {
      var name = draft.name ?? "\(place + 1)"
      if material.drafts[name] != nil { name += "-\(place + 1)" }
      names.append(name)
      material.drafts[name] = draft
    }
    return (names, material)
  }
}

/// The requests and values of a graph at the time of submission. They are stored sealed, so that
/// the graph can continue after a restart, even if the workspace's files have changed.
public struct GraphMaterial: Hashable, Sendable {
  /// Whether the steps may run commands and resolve references to secrets.
  public enum Trust: UInt8, Hashable, Sendable {
    /// The steps may run commands and resolve references to secrets.
    case trusted
    /// The steps may not run commands or resolve references to secrets.
    case untrusted
  }

  /// The requests of the steps, by name.
  public var drafts: [String: Draft]
  /// The values for templates in the requests. Values from earlier steps take precedence.
  public var environment: Environment
  /// The gateways of the requests.
  public var gateways: Gateways
  /// Whether the steps may run commands and resolve references to secrets.
  public var trust: Trust

  /// Creates material. By default, it contains no requests.
  public init(
    drafts: [String: Draft] = [:], environment: Environment = Environment(),
    gateways: Gateways = Gateways(), trust: Trust = .trusted
  ) {
    self.drafts = drafts
    self.environment = environment
    self.gateways = gateways
    self.trust = trust
  }
}
