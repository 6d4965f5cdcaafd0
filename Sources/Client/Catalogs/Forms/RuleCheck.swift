import ClientModel

/// A check of a form against the `x-weir-*` rules and the allowed bodies.
struct RuleCheck {
  private let form: EndpointForm

  init(_ form: EndpointForm) { self.form = form }

  var problems: [FormProblem] {
    var found = ProblemList()
    checkChoices(&found)
    checkFilters(&found)
    checkQuery(&found)
    checkUnmapped(&found)
    return found.problems
  }

  private func checkChoices(_ found: inout ProblemList) {
    for (index, choice) in form.endpoint.rules.oneOf.enumerated() {
      let given = choice.inputs.filter {
        form.holdsAnswer(form.input($0)) && !form.isLeftOut(form.input($0))
      }
      let names = choice.inputs.map { "`\($0)`" }
      switch choice.count {
      case .exactlyOne where given.isEmpty:
        let chosen = form.chosenInput(index).flatMap { form.find(form.input($0)) }
        let field = chosen ?? form.choiceField(index)
        found.add(
          field, chosen.map { "`\($0.name)` is missing." } ?? "An input is missing.",
          "Exactly one of \(names.joined(separator: ", ")) is needed.",
          chosen == nil ? "Choose one and fill it in." : "Fill it in, or choose another.")
      case .exactlyOne where given.count > 1:
        found.add(
          form.choiceField(index), "Too many inputs are given.",
          "Exactly one of \(names.joined(separator: ", ")) is allowed, but \(given.count) are given.",
          "Choose the one to send.")
      case .atLeastOne where given.isEmpty:
        guard let first = choice.inputs.first.flatMap({ form.find(form.input($0)) }) else {
          continue
        }
        found.add(
          first, "An input is missing.",
          "\(form.endpoint.id) needs \(names.joined(separator: " or ")).",
          "Fill in one of them.")
      case .exactlyOne, .atLeastOne: continue
      }
    }
  }

  private func checkFilters(_ found: inout ProblemList) {
    let filters = form.endpoint.rules.pathFilters?.filters ?? []
    let known = filters.map(\.name).filter(form.isAllowed)
    for filter in filters
    where !form.isAllowed(filter.name) && form.holdsAnswer(.filter(filter.name)) {
      guard let field = form.find(.filter(filter.name)) else { continue }
      found.refuse(
        field, "\(form.endpoint.id) does not accept it.",
        "Clear it. Allowed: \(known.joined(separator: ", ")).")
    }
    if case .picked(let names) = form.inputs[.projections], let field = form.find(.projections) {
      for name in names where !form.endpoint.rules.projections.contains(name) {
        let nearest = NearestWord.nearest(to: name, in: form.endpoint.rules.projections)
        found.refuse(
          field, "`\(name)` is not part of the response of \(form.endpoint.id).",
          nearest.map { "Did you mean `\($0)`?" } ?? "Remove it.")
      }
    }
    for (index, condition) in form.unmappedFilters.enumerated() {
      let word = String(condition.before("="))
      let isBare = !condition.contains(byte: "=")
      let names = isBare ? form.endpoint.rules.projections : known
      let field = form.field(FieldID(.unmapped(.filter(index))), word, Schema(.text))
      let nearest = NearestWord.nearest(to: word, in: names).map { "Did you mean `\($0)`?" }
      let isTwice = names.contains(word)
      found.refuse(
        field,
        isTwice
          ? "It occurs twice."
          : "`\(word)` is not \(isBare ? "part of the response" : "a filter") of \(form.endpoint.id).",
        nearest.flatMap { isTwice ? nil : $0 } ?? "Remove it.")
    }
  }

  /// Reports unmapped query fields if the catalog lists the allowed ones, because the service
  /// rejects all others.
  private func checkQuery(_ found: inout ProblemList) {
    guard let allowed = form.endpoint.rules.allowedFilters else { return }
    for (index, entry) in form.unmapped.query.enumerated()
    where [.plain, .encoded].contains(entry.mark) {
      guard
        !form.endpoint.parameters.contains(where: { $0.place == .query && $0.name == entry.name })
      else { continue }
      let field = form.field(FieldID(.unmapped(.query(index))), entry.name, Schema(.text))
      let nearest = NearestWord.nearest(to: entry.name, in: allowed)
      found.refuse(
        field, "\(form.endpoint.id) does not accept it.",
        nearest.map { "Did you mean `\($0)`?" }
          ?? "Remove it. Allowed: \(allowed.joined(separator: ", ")).")
    }
  }

  private func checkUnmapped(_ found: inout ProblemList) {
    guard form.unmapped.body != .none else { return }
    guard !form.takesUnmappedBody else {
      // The body's own value is sent, so the values of its fields would be lost.
      guard form.holdsAnswer(.body), let field = form.find(.body) else { return }
      return found.add(
        field, "The body is given twice.",
        "It has a value of its own, and some of its fields have values.",
        "Clear one of them.")
    }
    switch form.unmapped.body {
    case .form where form.chosenBody.map({ FormBodyKind($0, form.catalog) == .form }) == true:
      return
    case .multipart
    where form.chosenBody.map({ FormBodyKind($0, form.catalog) == .multipart }) == true:
      return
    default: break
    }
    let types = form.endpoint.bodies.map(\.mediaType).joined(separator: ", ")
    var field = form.field(FieldID(.unmapped(.body)), "body", Schema(.text))
    field.kind = .unmapped
    found.refuse(
      field,
      types.isEmpty
        ? "\(form.endpoint.id) does not accept a body."
        : "\(form.endpoint.id) accepts a body of \(types).",
      "Remove it, or send the request without the form.")
  }
}
