package import ClientModel

/// A change of the graph that the user is assembling. Lists, prompts and questions request changes.
package enum GraphDraftChange: Hashable, Sendable {
  /// Appends a step for a saved request.
  case add(String)
  /// Opens the list of the variables of a step.
  case showInputs(of: String)
  /// Asks for the value of a variable.
  case ask(GraphVariable)
  case set(GraphVariable, to: GraphStep.Input)
  case clear(GraphVariable)
  /// Asks whether to use a value of the response panel as an input. Copies the value if no variable
  /// can use it.
  case offer(PickedValue)
}

extension GraphDraftChange {
  /// Makes the change, or opens a list or prompt for it.
  func carryOut(in model: inout AppModel) -> [Effect] {
    switch self {
    case .add(let request): return model.settle(model.change(\.graph) { $0.add(request) })
    case .showInputs(let name): return Self.showInputs(of: name, in: &model)
    case .ask(let variable): return model.settle(Self.ask(for: variable, in: model))
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
    }
    return []
  }

  private static func showInputs(of name: String, in model: inout AppModel) -> [Effect] {
    guard let step = model.lists.graph.draft.step(name) else { return [] }
    model.lists.graphInputs.step = name
    return model.settle(model.open(\.graphInputs)) + [.graphs(.variables(of: step.request))]
  }

  /// Asks for the value of a variable. The prompt begins with the current input. If there is none,
  /// it begins with the selected response value, provided that an earlier step has the same
  /// request.
  private static func ask(for variable: GraphVariable, in model: AppModel) -> [Effect] {
    let draft = model.lists.graph.draft
    guard !draft.steps(before: variable.step).isEmpty else {
      return [
        .notify(
          .cannot(
            "\(variable.name) cannot have a value.",
            "\(variable.step) is the first step, and inputs come from earlier steps.",
            "Move the step below the step with the value, or add the value to environments.yaml."))
      ]
    }
    let picked = model.response.pickedValue.flatMap { draft.input($0, for: variable) }
    let text = (draft.input(variable) ?? picked).map(GraphDraft.text) ?? ""
    return [.ask(Prompt(GraphInputPrompt(variable: variable), text: text))]
  }
}
