/// The templates and path variables of a step, and their inputs.
struct GraphInputsList: ListSource {
  var step = ""

  static let manual = GraphDraftList.manual

  var title: String { "Inputs of step \(step)" }
  let emptyText = "Each template and path variable of this request has a value."

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    guard let step = facts.graph.step(step) else { return [] }
    return facts.graph.names(of: step).map { name in
      let variable = GraphVariable(step: step.name, name: name)
      let input = facts.graph.input(variable)
      let fault = input.flatMap { facts.graph.fault(in: $0, of: step) }
      return ListRow(
        value: .init(variable), title: name,
        detail: (input.map(GraphDraft.text) ?? "no value") + (fault.map { ", but \($0)" } ?? ""))
    }
    .matching(filter)
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil ? [.close] : [.choose, .delete, .filter, .close]
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    command == .choose ? "set value" : nil
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard let variable: GraphVariable = row.item() else { return [] }
    return [.list(.graph(.ask(variable)))]
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    guard command == .delete, let variable = row?.item(GraphVariable.self) else {
      return refuse(command)
    }
    return [.list(.graph(.clear(variable)))]
  }
}
