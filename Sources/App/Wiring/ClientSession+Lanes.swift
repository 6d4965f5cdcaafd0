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

  /// `api, https://example.com`; a lane of another workspace with its folder.
  func names(of keys: [LaneKey]) -> String {
    keys.map { key in
      let isElsewhere = key.workspace != laneWorkspace && !key.workspace.isEmpty
      return Console.safe(key.name) + (isElsewhere ? " of \(Console.safe(key.workspace))" : "")
    }.joined(separator: ", ")
  }
}

extension LaneKey {
  /// True when a user who types the name may mean this lane.
  func isCalled(_ text: String) -> Bool { name == text || name.ends(with: "://\(text)") }
}
