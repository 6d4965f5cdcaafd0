import ClientModel

/// The inputs and the other fields of a step.
struct GraphStepList: ListSource {
  var step = ""

  static let manual = GraphDraftList.manual

  var title: String { "Step \(step)" }

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    guard let step = facts.graph.step(step) else { return [] }
    return facts.graph.fields(of: step).map { field in
      ListRow(
        value: .init(field), title: field.label(in: step),
        detail: facts.graph.detail(of: field, in: step))
    }
    .matching(filter)
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil ? [.new, .close] : [.choose, .new, .delete, .filter, .close]
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    switch (command, row?.item(GraphField.self)) {
    case (.choose, .order): "change"
    case (.choose, .kind): "choose"
    case (.choose, _): "set value"
    case (.new, _): "add an input"
    default: nil
    }
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard let field: GraphField = row.item() else { return [] }
    return [.list(.graph(.edit(field, of: step)))]
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    switch (command, row?.item(GraphField.self)) {
    case (.new, _): return [.list(.graph(.edit(.newInput, of: step)))]
    case (.delete, .input(let name)):
      return [.list(.graph(.clear(GraphVariable(step: step, name: name))))]
    case (.delete, let field?) where field.isOptional:
      return [.list(.graph(.reset(field, of: step)))]
    default: return refuse(command)
    }
  }
}

/// A field of a step in the list of its fields.
package enum GraphField: Hashable, Sendable {
  /// A template or path variable, or another input.
  case input(String)
  case newInput
  case name
  /// The kind of the work. For a request, this includes its name.
  case kind
  case program, command
  case order
  case needs, after, expect

  /// Whether the field may be empty.
  var isOptional: Bool { [.needs, .after, .expect].contains(self) }

  func label(in step: GraphDraft.Step) -> String {
    switch self {
    case .input(let name): name
    case .newInput: "Input"
    case .name: "Name"
    case .kind: step.request == nil ? "Kind" : "Request"
    case .program: "jq program"
    case .command: "Command"
    case .order: "Start"
    case .needs: "Needs"
    case .after: "After"
    case .expect: "Expect"
    }
  }
}

extension GraphDraft {
  /// Returns the fields of a step. The inputs are first.
  func fields(of step: Step) -> [GraphField] {
    let work: [GraphField] =
      switch step.work {
      case .request: [.kind]
      case .jq: [.kind, .program]
      case .command: [.kind, .command]
      }
    return names(of: step).map(GraphField.input) + [.name] + work
      + (index(of: step.name) == 0 ? [] : [.order]) + [.needs, .after]
      + (step.request == nil ? [] : [.expect])
  }

  /// Returns the editable text of a field.
  func text(of field: GraphField, in step: Step) -> String {
    switch field {
    case .input(let name):
      input(GraphVariable(step: step.name, name: name)).map(Self.text) ?? ""
    case .newInput, .kind, .order: ""
    case .name: step.name
    case .program, .command: Self.text(step.work)
    case .needs: step.needs.joined(separator: ", ")
    case .after: step.after.joined(separator: ", ")
    case .expect: Self.text(step.expect)
    }
  }

  /// Returns the text that the list shows for a field.
  func detail(of field: GraphField, in step: Step) -> String {
    let text = text(of: field, in: step)
    switch field {
    case .input(let name):
      let source = input(GraphVariable(step: step.name, name: name))?.step
      return text.isEmpty ? "no value" : text + addition(source, of: step)
    case .kind:
      return step.request ?? (fields(of: step).contains(.program) ? "jq program" : "command")
    case .order:
      return step.order == .serial ? "after the step above" : "at once"
    case .needs, .after:
      let names = field == .needs ? step.needs : step.after
      return names.isEmpty
        ? "no step" : names.map { $0 + addition($0, of: step) }.joined(separator: ", ")
    case .expect: return text.isEmpty ? "any status below 400" : text
    case .newInput, .name, .program, .command: return text
    }
  }
}
