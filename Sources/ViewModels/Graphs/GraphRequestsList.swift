/// The saved requests that can be added to the new graph.
struct GraphRequestsList: ListSource {
  static let manual = GraphDraftList.manual

  let title = "Add a step"
  let emptyText = "No request is saved yet. Compose one and save it."

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    facts.savedRequests.map { ListRow(value: .request($0), title: $0) }.matching(filter)
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard case .request(let name) = row.value else { return [] }
    return [.list(.close), .list(.graph(.add(name)))]
  }
}
