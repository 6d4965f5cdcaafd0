import ClientCore
import ClientModel

/// The conversion between lanes and the names that commands use for them.
struct LaneNames {
  let client: Client
  let context: RequestContext

  init(_ session: ClientSession) { (client, context) = (session.client, session.context) }

  private var owner: LaneOwner { context.owner }

  /// Returns the lanes of this workspace with this name.
  ///
  /// If there are none, returns the lanes of other workspaces with this name. The name of an origin
  /// may be given without the scheme. If no name is given, returns all existing lanes.
  func lanes(named name: String?) async throws -> [LaneKey] {
    let all = try await client.lanes().map(\.lane.key)
    guard let name else { return all }
    let found = all.filter { $0.isCalled(name) }
    guard !found.isEmpty else {
      throw UsageProblem(
        what: "There is no lane named \(Console.safe(name)).",
        why: all.isEmpty
          ? "No jobs have been added yet."
          : "The lanes are \(names(of: all)).",
        whatToDo:
          "A lane is named after its gateway, or its origin such as https://api.example.com.")
    }
    let own = found.filter(owner.owns)
    return own.isEmpty ? found : own
  }

  /// Returns the lanes that a command changes.
  ///
  /// They are the lanes of this workspace with this name, or a new lane without jobs. A name never
  /// denotes a lane of another workspace. If no name is given, returns all existing lanes.
  func lanes(toChange name: String?) async throws -> [LaneKey] {
    guard let name else { return try await lanes(named: nil) }
    let own = try await lanes(named: nil).filter {
      owner.owns($0) && $0.isCalled(name)
    }
    return own.isEmpty ? [try await newLane(name)] : own
  }

  /// Returns a new lane for a name that no lane of this workspace has yet.
  ///
  /// - Throws: The reason why no request of this workspace can be in a lane with that name.
  private func newLane(_ name: String) async throws -> LaneKey {
    let isGateway = context.gateways.all.contains { $0.name == name }
    if isGateway || Self.isPlain(name) { return LaneKey(workspace: owner.identity, name: name) }
    if name.contains(bytes: "://") {
      return LaneKey(workspace: owner.identity, name: try Self.origin(of: name).description)
    }
    let all = try await lanes(named: nil)
    let elsewhere = all.filter { $0.isCalled(name) }
    throw UsageProblem(
      what: "There is no lane named \(Console.safe(name)) in this workspace.",
      why: elsewhere.isEmpty
        ? all.isEmpty ? "No jobs have been added yet." : "The lanes are \(names(of: all))."
        : "Other workspaces have one: \(names(of: elsewhere)).",
      whatToDo: elsewhere.isEmpty
        ? "A lane is named after its gateway, or its origin such as https://api.example.com."
        : "Add --workspace to change a lane of another workspace.")
  }

  private static func origin(of url: String) throws(UsageProblem) -> Origin {
    do throws(URLProblem) {
      return try RequestURL.absolute(url).origin
    } catch {
      throw UsageProblem(
        what: "\(Console.safe(url)) is not the name of a lane.", why: error.why,
        whatToDo: error.whatToDo)
    }
  }

  /// Returns whether the name is valid for `queue add --lane` and is not a host.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !name.contains(anyByte: ".:/ ")
  }

  /// Returns the arguments that name the lane in a command of this workspace.
  func words(for key: LaneKey) -> String {
    let name = "'\(Console.safe(key.name))'"
    return owner.owns(key) || key.workspace.isEmpty
      ? name : "\(name) --workspace '\(Console.safe(folder(of: key)))'"
  }

  /// Returns the names of lanes, such as `api, https://example.com`. If a lane belongs to another
  /// workspace, its folder or `scratch` follows the name.
  func names(of keys: [LaneKey]) -> String {
    keys.map { key in
      if key.workspace == owner.identity { return Console.safe(key.name) }
      let place = key.workspace.isEmpty ? "scratch" : Console.safe(folder(of: key))
      return "\(Console.safe(key.name)) of \(place)"
    }.joined(separator: ", ")
  }

  private func folder(of key: LaneKey) -> String {
    context.folders.registry.folder(of: key.workspace)
  }
}
