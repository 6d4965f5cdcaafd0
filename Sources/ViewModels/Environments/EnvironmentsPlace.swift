/// The environments of the workspace; the one in force is the composer's.
struct EnvironmentsPlace: ListPlace {
  var names: [String] = []

  let title = "Environments"
  let emptyText = "No environment yet. Add one to environments.yaml."

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    let current = facts.composer.environment.name
    let none = ListRow(
      value: .environment(nil), title: "(none)", detail: "shared values alone",
      isCurrent: current.isEmpty)
    return
      ([none]
      + names.map { ListRow(value: .environment($0), title: $0, isCurrent: $0 == current) })
      .matching(filter)
  }

  mutating func begin() -> [Effect] { [.loadEnvironments] }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard case .environment(let name) = row.value else { return [] }
    return [.list(.closeAll), .chooseEnvironment(name)]
  }
}
