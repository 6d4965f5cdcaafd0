import ClientModel

/// The graph that is being assembled, beside the response whose values it can take.
extension AppModel {
  /// Carries out what a list, a prompt or a question asked of the new graph.
  mutating func carryOut(_ change: GraphDraftChange) -> [Effect] {
    switch change {
    case .add(let request): return settle(self.change(\.graph) { $0.add(request) })
    case .showInputs(let name): return showInputs(of: name)
    case .ask(let variable): return settle(ask(for: variable))
    case .set(let variable, let input):
      places.graph.draft.set(variable, to: input)
      notify(
        Notice(
          .info, "\(variable.name) of \(variable.step) is \(GraphDraft.text(input)).",
          whatToDo: "\(key: .app(.newGraph)) shows the new graph."))
    case .clear(let variable): places.graph.draft.clear(variable)
    case .offer(let value):
      guard let question = places.graph.draft.question(about: value) else { return [value.copying] }
      return settle([.confirm(question)])
    }
    return []
  }

  private mutating func showInputs(of name: String) -> [Effect] {
    guard let step = places.graph.draft.step(name) else { return [] }
    places.graphInputs.step = name
    return settle(open(\.graphInputs)) + [.graphs(.variables(of: step.request))]
  }

  /// Asks for the value of a variable. The prompt begins with its value, else with the selected value of the
  /// response on show if a step before has the request of that response.
  private func ask(for variable: GraphVariable) -> [Effect] {
    let draft = places.graph.draft
    guard !draft.steps(before: variable.step).isEmpty else {
      return [
        .notify(
          .cannot(
            "\(variable.name) cannot have a value.",
            "\(variable.step) is the first step, and inputs come from earlier steps.",
            "Move it below the step with the value, or add the value to environments.yaml."))
      ]
    }
    let picked = response.pickedValue.flatMap { draft.input($0, for: variable) }
    let text = (draft.input(variable) ?? picked).map(GraphDraft.text) ?? ""
    return [.ask(Prompt(GraphInputPrompt(variable: variable), text: text))]
  }
}
