import ClientDocuments
import ClientModel
import ReadingValues

/// A response value that can be an input of a graph step.
package struct PickedValue: Hashable, Sendable {
  /// The name of the request that received the response. Nil if the request was not saved.
  let request: String?
  let pointer: String
  /// The last object key in the path to the value. Nil if the path has no object key.
  let key: String?

  package init(request: String?, pointer: String, key: String?) {
    self.request = request
    self.pointer = pointer
    self.key = key
  }

  /// The effect that copies the value as an input. The syntax is that of graph files.
  var copying: Effect {
    let step = (request ?? "step").words(at: "/").last.map(String.init) ?? "step"
    let isPlain =
      !pointer.isEmpty
      && pointer.utf8.allSatisfy { Template.isNameByte($0) || $0 == 0x2F || $0 == 0x7E }
    let words = "{from: \(step), pointer: \(isPlain ? pointer : JSONText.quoted(pointer))}"
    return .copy("\(key ?? "value"): \(words)", what: "the input \(words)")
  }
}

extension GraphDraft {
  /// Returns the input that gives a variable this value. Returns nil if no earlier step has the
  /// request of the response.
  func input(_ value: PickedValue, for variable: GraphVariable) -> GraphStep.Input? {
    guard value.request != nil,
      let source = sources(of: variable.step).last(where: { $0.request == value.request })
    else { return nil }
    return GraphStep.Input(name: variable.name, step: source.name, pick: .pointer(value.pointer))
  }

  /// Returns the open variables that could have this value as input. Variables of later steps are
  /// first. Within a step, the variable with the same name as the value's key is first.
  private func uses(of value: PickedValue) -> [(variable: GraphVariable, input: GraphStep.Input)] {
    steps.reversed().flatMap { step in
      let names = openNames(of: step)
      let ordered = names.filter { $0 == value.key } + names.filter { $0 != value.key }
      return ordered.compactMap { name in
        let variable = GraphVariable(step: step.name, name: name)
        return input(value, for: variable).map { (variable, $0) }
      }
    }
  }

  /// The maximum number of offered variables. More variables would not fit on a small screen.
  private static let mostOffers = 6

  /// Returns the question that asks which variable gets a value. Returns nil if no variable can
  /// have the value.
  func question(about value: PickedValue) -> Confirmation? {
    let uses = uses(of: value).prefix(Self.mostOffers)
    guard let first = uses.first else { return nil }
    return Confirmation(
      "Use \(Self.text(first.input)) in the new graph?",
      answers: [.init("Only copy it to the clipboard", [value.copying])]
        + uses.map { variable, input in
          .init(
            "As input \(variable.name) of step \(variable.step)",
            [.list(.graph(.set(variable, to: input)))])
        })
  }
}

extension ResponseModel {
  /// The selected value of a JSON tree and its position in the body. Nil if no value is selected.
  var pickedValue: PickedValue? {
    guard tab == .tree, !body.filter.isOn, let kind = facts?.kind, kind == .json,
      let way = body.panes[.tree].window.path(to: body.panes[.tree].list.selected)
    else { return nil }
    var pointer = ""
    var last: String?
    for crumb in way {
      switch crumb {
      case .gap, .key(_, isCut: true): return nil
      case .key(let key, isCut: false):
        pointer += "/" + key.replacing(bytes: "~", with: "~0").replacing(bytes: "/", with: "~1")
        last = key
      case .place(let place): pointer += "/\(place)"
      }
    }
    return PickedValue(request: job?.name, pointer: pointer, key: last)
  }
}
