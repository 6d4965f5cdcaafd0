/// A graph before it is committed: the store gives it its id.
public struct NewGraph: Hashable, Sendable {
  /// The steps.
  public var plan: GraphPlan
  /// The requests and values of the steps.
  public var material: GraphMaterial
  /// The folder it comes from; empty for the scratch workspace.
  public var workspace: String
  /// Whether its jobs wait for their lanes.
  public var scheduling: Job.Scheduling

  /// Creates a graph; by default its jobs wait for their lanes.
  public init(
    _ plan: GraphPlan, _ material: GraphMaterial, workspace: String = "",
    scheduling: Job.Scheduling = .queued
  ) {
    self.plan = plan
    self.material = material
    self.workspace = workspace
    self.scheduling = scheduling
  }

  /// The simple shape in which each request is sent after the one before it.
  public static func serial(
    _ drafts: [Draft], name: String = "serial", onFailure: GraphPlan.FailurePolicy = .stop,
    environment: Environment = Environment()
  ) -> NewGraph {
    let (names, material) = material(of: drafts, environment)
    return NewGraph(.serial(names, name: name, onFailure: onFailure), material)
  }

  /// The simple shape in which all requests are sent at once.
  public static func concurrent(
    _ drafts: [Draft], name: String = "concurrent", onFailure: GraphPlan.FailurePolicy = .stop,
    environment: Environment = Environment()
  ) -> NewGraph {
    let (names, material) = material(of: drafts, environment)
    return NewGraph(.concurrent(names, name: name, onFailure: onFailure), material)
  }

  /// Drafts are called as they are, else by their place; a second one of a name by both.
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

/// The requests and values of a graph at its submission, stored sealed: the graph continues after a
/// restart even if the files of the workspace have changed.
public struct GraphMaterial: Hashable, Sendable {
  /// Whether the steps may do what a workspace must be trusted for.
  public enum Trust: UInt8, Hashable, Sendable {
    /// They may run commands and resolve references to secrets.
    case trusted
    /// They may not.
    case untrusted
  }

  /// The requests that steps name.
  public var drafts: [String: Draft]
  /// The values that fill them, under those that come from other steps.
  public var environment: Environment
  /// The gateways of the requests.
  public var gateways: Gateways
  /// Whether the steps may do what requires trust.
  public var trust: Trust

  /// Creates material; by default without requests.
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
