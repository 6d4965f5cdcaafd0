import ClientModel

extension EndpointForm {
  /// All that keeps the form from being sent, in the order of its fields; empty when nothing does.
  public var problems: [FormProblem] {
    var found: [FormProblem] = []
    for section in FormSection.allCases {
      for field in fields(in: section) { check(field, &found) }
    }
    return found
  }

  private func check(_ field: FormField, _ found: inout [FormProblem]) {
    guard !isLeftOut(field.id) else { return }
    guard value(of: field) != nil else {
      if field.isRequired, choice(of: field.id) == nil {
        found.append(
          FormProblem(
            field.id, what: "`\(field.name)` is missing.", why: "The catalog says it is required.",
            whatToDo: "Fill it in."))
      }
      return
    }
    for child in children(of: field) { check(child, &found) }
  }
}
