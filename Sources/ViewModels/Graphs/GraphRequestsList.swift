/// The saved requests that can be a step of the new graph, and the other kinds of steps.
struct GraphRequestsList: ListSource {
  /// The step whose kind is chosen. Nil for a new step.
  var step: String?

  static let manual = GraphDraftList.manual

  var title: String { step.map { "Work of step \($0)" } ?? "Add a step" }

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    (facts.savedRequests.map { ListRow(value: .request($0), title: $0) }
      + [
        ListRow(value: .init(GraphField.program), title: "jq program", detail: "on the inputs"),
        ListRow(value: .init(GraphField.command), title: "command", detail: "reads the inputs"),
      ])
      .matching(filter)
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    if case .request(let name) = row.value {
      return [.list(.close), .list(.graph(step.map { .use(name, of: $0) } ?? .add(name)))]
    }
    guard let field: GraphField = row.item() else { return [] }
    return [.list(.close), .ask(Prompt(GraphFieldPrompt(field: field, step: step)))]
  }
}
