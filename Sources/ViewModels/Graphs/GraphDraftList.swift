import ClientModel

/// The list of the steps in the graph being assembled. Until it is saved, the graph exists only in
/// this session.
struct GraphDraftList: CursorListSource, EventListSource {
  var draft = GraphDraft()
  /// The index of a step that was just added. The cursor moves to this step.
  private var wanted: Int?

  static let commands = [FeatureCommand.newGraph]
  static let manual = ManualSubject(topic: "graphs")

  var title: String { draft.savedName.map { "Graph \($0)" } ?? "New graph" }
  let emptyText = "No step yet. Add a request, a jq program or a command."

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    draft.steps.enumerated().map { index, step in
      let (work, summary) = (GraphDraft.text(step.work), draft.summary(of: step))
      var row = ListRow(
        value: .init(step.name),
        title: summary.isEmpty ? step.name : "\(step.name)  \(summary)", detail: work)
      row.cells = [
        ListCell("\(index + 1)", .number), ListCell(step.name), ListCell(work, .faint),
        ListCell(summary, .line),
      ]
      return row
    }
    .matching(filter)
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil
      ? [.new, .close] : [.choose, .new, .send, .rule, .moveDown, .moveUp, .delete, .clear, .close]
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    switch command {
    case .choose: "edit step"
    case .new: "add a step"
    case .rule: "save"
    default: nil
    }
  }

  /// Reads the variables that have no value again, because the environment may have changed.
  mutating func begin() -> [Effect] { draft.requests.map { .graphs(.variables(of: $0)) } }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard let name: String = row.item() else { return [] }
    return [.list(.graph(.showStep(name)))]
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    switch (command, row?.item(String.self)) {
    case (.new, _): return [.list(.graph(.chooseWork))]
    case (.send, _):
      if let obstacle = draft.obstacle { return [.notify(obstacle)] }
      let plan = draft.plan(named: draft.savedName ?? "new graph")
      return [.list(.closeAll), .graphs(.queue(plan))]
    case (.rule, _):
      if let obstacle = draft.obstacle { return [.notify(obstacle)] }
      return [.ask(Prompt(GraphNamePrompt(), text: draft.savedName ?? ""))]
    case (.moveDown, let name?): return move(name, .down, in: &list)
    case (.moveUp, let name?): return move(name, .up, in: &list)
    case (.delete, let name?):
      draft.remove(name)
      list.select(list.list.selected, among: draft.steps.count)
      return []
    case (.clear, _):
      return [draft.replacing("Delete all steps?", "Delete them", by: .discard)]
    default: return refuse(command)
    }
  }

  private mutating func move(
    _ name: String, _ direction: GraphDraft.Direction, in list: inout ListModel
  ) -> [Effect] {
    guard list.filter.isEmpty else {
      return [
        .notify(
          .cannot(
            "The step was not moved.", "The filter hides the steps before and after this step.",
            "Clear the filter first."))
      ]
    }
    guard let index = draft.move(name, direction) else { return [] }
    list.select(index, among: draft.steps.count)
    return []
  }

  // MARK: Events

  mutating func add(_ work: GraphStep.Work) -> [Effect] {
    draft.add(work)
    wanted = draft.steps.count - 1
    guard case .request(let request) = work else { return [] }
    return [.graphs(.variables(of: request))]
  }

  mutating func discard() -> [Effect] {
    draft = GraphDraft()
    return []
  }

  mutating func receive(_ event: GraphsEvent, _ visibility: ListVisibility) -> [Effect] {
    switch event {
    case .variables(let names, let request): draft.take(names, of: request)
    case .saved(let name):
      draft.save(as: name)
      return [.notify(Notice(.info, "The graph was saved as \(name)."))]
    case .taken(let plan):
      return [
        .confirm(
          Confirmation(
            "Replace the graph \(plan.name)?",
            detail: "The workspace has another graph of that name.",
            answers: [
              .init("Keep it"), .init("Replace it", [.graphs(.save(plan, .allowed))]),
            ]))
      ]
    case .conflict(let plan, let change):
      return [
        .confirm(
          .conflict(
            plan.name, change,
            answers: [.init("Replace it with mine", [.graphs(.save(plan, .allowed))])]))
      ]
    case .opened(let plan):
      return [draft.replacing("Open the graph \(plan.name)?", "Open it", by: .open(plan))]
    case .queued(let graph, let name):
      return [
        .list(.showQueued(graph)),
        .notify(Notice(.info, "Graph \(graph) (\(name)) is in the queue.")),
      ]
    }
    return []
  }

  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int {
    defer { wanted = nil }
    return wanted ?? row
  }
}

extension GraphDraft {
  /// Returns the effect that replaces the graph. If the change would discard unsaved changes, the
  /// effect is a question.
  fileprivate func replacing(
    _ question: String, _ answer: String, by change: GraphDraftChange
  ) -> Effect {
    guard isChanged else { return .list(.graph(change)) }
    let name = savedName.map { "graph \($0)" } ?? "new graph"
    return .confirm(
      Confirmation(
        question, detail: "The changes to the \(name) are not saved.",
        answers: [.init("Keep the changes"), .init(answer, [.list(.graph(change))])]))
  }
}

/// A prompt for the name of a new graph when it is saved.
struct GraphNamePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, GraphDraftList> & Sendable = \.lists.graph

  var label: String { "Save the graph as" }
  var need: String? { "A name is needed, such as sign-in." }

  /// Saves the graph. If the graph was already saved under this name, the file is replaced without
  /// a question.
  func accept(_ text: String, _ place: inout GraphDraftList) -> [Effect] {
    let isOwn = text == place.draft.savedName
    return [.graphs(.save(place.draft.plan(named: text), isOwn ? .allowed : .refused))]
  }
}

extension FeatureCommand {
  package static let newGraph = FeatureCommand(
    "newGraph", opens: \.graph,
    .init(
      "Assemble a graph", hint: "new graph",
      help: "Combines requests, jq programs and commands, with inputs from earlier steps.",
      keys: ", p"))
}
