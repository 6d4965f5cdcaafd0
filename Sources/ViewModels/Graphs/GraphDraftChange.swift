package import ClientModel

/// A change of the graph that the user is assembling. Lists, prompts and questions request changes.
package enum GraphDraftChange: Hashable, Sendable {
  /// Appends a step for a saved request.
  case add(String)
  /// Opens the list of the fields of a step.
  case showStep(String)
  /// Shows the new name of the step whose fields are listed.
  case renamed(to: String)
  /// Changes a field, or asks for its value.
  case edit(GraphField, of: String)
  case reset(GraphField, of: String)
  /// Opens the list of the requests and other kinds of work of a new step.
  case chooseWork
  /// Makes a step send a saved request.
  case use(String, of: String)
  case set(GraphVariable, to: GraphStep.Input)
  case clear(GraphVariable)
  /// Asks whether to use a value of the response panel as an input. Copies the value if no variable
  /// can use it.
  case offer(PickedValue)
  /// Replaces the graph with a saved one and shows it.
  case open(GraphPlan)
  /// Replaces the graph with an empty one.
  case discard
}

extension GraphDraftChange {
  /// Makes the change, or opens a list or prompt for it.
  func carryOut(in model: inout AppModel) -> [Effect] {
    switch self {
    case .add(let request):
      return model.settle(model.change(\.graph) { $0.add(.request(request)) })
    case .showStep(let name): return Self.showStep(name, in: &model)
    case .renamed(let name): model.lists.graphStep.step = name
    case .edit(let field, let name): return Self.edit(field, of: name, in: &model)
    case .chooseWork:
      model.lists.graphRequests.step = nil
      return model.settle(model.open(\.graphRequests))
    case .reset(let field, let name):
      _ = GraphFieldPrompt(field: field, step: name).accept("", &model.lists.graph)
    case .use(let request, let name):
      model.lists.graph.draft.set(.request(request), of: name)
      return [.graphs(.variables(of: request))]
    case .set(let variable, let input):
      model.lists.graph.draft.set(variable, to: input)
      model.notify(
        Notice(
          .info, "\(variable.name) of \(variable.step) is \(GraphDraft.text(input)).",
          whatToDo: "\(key: .feature(.newGraph)) shows the new graph."))
    case .clear(let variable): model.lists.graph.draft.clear(variable)
    case .offer(let value):
      guard let question = model.lists.graph.draft.question(about: value) else {
        return [value.copying]
      }
      return model.settle([.confirm(question)])
    case .open(let plan):
      model.lists.graph.draft = GraphDraft(plan)
      return model.settle(model.open(\.graph))
    case .discard: return model.settle(model.change(\.graph) { $0.discard() })
    }
    return []
  }

  private static func showStep(_ name: String, in model: inout AppModel) -> [Effect] {
    guard let step = model.lists.graph.draft.step(name) else { return [] }
    model.lists.graphStep.step = name
    return model.settle(model.open(\.graphStep))
      + (step.request.map { [.graphs(.variables(of: $0))] } ?? [])
  }

  /// Changes a field, or asks for its value. The prompt begins with the current value. If an input
  /// has no value, the prompt begins with the selected response value, provided that an earlier
  /// step sends the request of this response.
  private static func edit(
    _ field: GraphField, of name: String, in model: inout AppModel
  ) -> [Effect] {
    let draft = model.lists.graph.draft
    guard let step = draft.step(name) else { return [] }
    var text = draft.text(of: field, in: step)
    switch field {
    case .order:
      model.lists.graph.draft.change(name) {
        $0.order = $0.order == .serial ? .concurrent : .serial
      }
      return []
    case .kind:
      model.lists.graphRequests.step = name
      return model.settle(model.open(\.graphRequests))
    case .input(let input) where text.isEmpty:
      text =
        model.response.pickedValue
        .flatMap { draft.input($0, for: GraphVariable(step: name, name: input)) }
        .map(GraphDraft.text) ?? ""
    default: break
    }
    return model.settle([.ask(Prompt(GraphFieldPrompt(field: field, step: name), text: text))])
  }
}
