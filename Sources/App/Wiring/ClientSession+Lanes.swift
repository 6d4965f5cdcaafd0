import ClientCore
import ClientModel

/// Which lanes a word means, and how they are called.
extension ClientSession {
  /// The lanes of this workspace with this name, with or without its scheme; where it has none, those
  /// of others. All lanes there are when none is named.
  func lanes(named name: String?) async throws -> [LaneKey] {
    let all = try await client.lanes().map(\.lane.key)
    guard let name else { return all }
    let found = all.filter { $0.isCalled(name) }
    guard !found.isEmpty else {
      throw UsageProblem(
        what: "There is no lane \(Console.safe(name)).",
        why: all.isEmpty
          ? "No job was ever added."
          : "The lanes are \(names(of: all)).",
        whatToDo:
          "A lane is named after its gateway, or its origin such as https://api.example.com.")
    }
    let own = found.filter { $0.workspace == laneWorkspace }
    return own.isEmpty ? found : own
  }

  /// The lanes that a command changes: those of this workspace with the name, or one that has no jobs yet.
  /// All lanes there are when none is named. A name alone never means a lane of another workspace.
  func lanes(toChange name: String?) async throws -> [LaneKey] {
    guard let name else { return try await lanes(named: nil) }
    let own = try await lanes(named: nil).filter {
      $0.workspace == laneWorkspace && $0.isCalled(name)
    }
    return own.isEmpty ? [try await newLane(name)] : own
  }

  /// - Throws: Why no request of this workspace will ever be in a lane of that name.
  private func newLane(_ name: String) async throws -> LaneKey {
    let isGateway = gateways.all.contains { $0.name == name }
    if isGateway || Self.isPlain(name) { return LaneKey(workspace: laneWorkspace, name: name) }
    if name.contains(bytes: "://") {
      return LaneKey(workspace: laneWorkspace, name: try Self.origin(of: name).description)
    }
    let all = try await lanes(named: nil)
    let elsewhere = all.filter { $0.isCalled(name) }
    throw UsageProblem(
      what: "There is no lane \(Console.safe(name)) in this workspace.",
      why: elsewhere.isEmpty
        ? all.isEmpty ? "No job was ever added." : "The lanes are \(names(of: all))."
        : "There is \(names(of: elsewhere)).",
      whatToDo: elsewhere.isEmpty
        ? "A lane is named after its gateway, or its origin such as https://api.example.com."
        : "Use --workspace for a lane of another workspace.")
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

  /// A name that `queue add --lane` may give, and no host.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !name.contains(anyByte: ".:/ ")
  }

  /// The words of a command that name the lane from here.
  func words(for key: LaneKey) -> String {
    let name = "'\(Console.safe(key.name))'"
    return key.workspace == laneWorkspace || key.workspace.isEmpty
      ? name : "\(name) --workspace '\(Console.safe(key.workspace))'"
  }

  /// `api, https://example.com`; a lane of another workspace with its folder, one of scratch as such.
  func names(of keys: [LaneKey]) -> String {
    keys.map { key in
      let place = key.workspace.isEmpty ? "scratch" : Console.safe(key.workspace)
      return Console.safe(key.name) + (key.workspace == laneWorkspace ? "" : " of \(place)")
    }.joined(separator: ", ")
  }
}

extension LaneKey {
  /// True when a user who types the name may mean this lane.
  func isCalled(_ text: String) -> Bool { name == text || name.ends(with: "://\(text)") }
}
