import ClientModel

/// What the catalog's `x-weir-*` rules refuse.
extension EndpointForm {
  func checkChoices(_ found: inout ProblemList) {
    for (index, choice) in endpoint.rules.oneOf.enumerated() {
      let given = choice.inputs.filter { holdsAnswer(input($0)) && !isLeftOut(input($0)) }
      let names = choice.inputs.map { "`\($0)`" }
      switch choice.count {
      case .exactlyOne where given.isEmpty:
        let chosen = chosenInput(index).flatMap { find(input($0)) }
        let field = chosen ?? choiceField(index)
        found.add(
          field, chosen.map { "`\($0.name)` is missing." } ?? "An input is missing.",
          "Exactly one of \(names.joined(separator: ", ")) is needed.",
          chosen == nil ? "Choose one and fill it in." : "Fill it in, or choose another.")
      case .exactlyOne where given.count > 1:
        found.add(
          choiceField(index), "Too many inputs are given.",
          "Exactly one of \(names.joined(separator: ", ")) is taken, and there are \(given.count).",
          "Choose the one that is to be sent.")
      case .atLeastOne where given.isEmpty:
        guard let first = choice.inputs.first.flatMap({ find(input($0)) }) else { continue }
        found.add(
          first, "An input is missing.", "\(endpoint.id) needs \(names.joined(separator: " or ")).",
          "Fill in one of them.")
      case .exactlyOne, .atLeastOne: continue
      }
    }
  }

  func checkFilters(_ found: inout ProblemList) {
    let filters = endpoint.rules.pathFilters?.filters ?? []
    let known = filters.map(\.name).filter(isAllowed)
    var given = filters.map { ($0.name, FieldID.filter($0.name)) }
    given += endpoint.parameters.filter { $0.place == .query }
      .map { ($0.name, .parameter(.query, $0.name)) }
    for (name, id) in given where !isAllowed(name) && holdsAnswer(id) {
      guard let field = find(id) else { continue }
      found.refuse(
        field, "\(endpoint.id) does not take it.",
        "Clear it. Allowed are: "
          + (endpoint.rules.allowedFilters ?? []).joined(separator: ", ") + ".")
    }
    for (index, condition) in keptFilters.enumerated() {
      let word = String(condition.prefix { $0 != "=" })
      let isBare = !condition.contains("=")
      let names = isBare ? endpoint.rules.projections : known
      let field = field(FieldID(.kept(.filter(index))), word, Schema(.text))
      let nearest = NearestWord.nearest(to: word, in: names).map { "Did you mean `\($0)`?" }
      let isTwice = names.contains(word)
      found.refuse(
        field,
        isTwice
          ? "It stands there twice."
          : "`\(word)` is no \(isBare ? "part of the answer" : "filter") of \(endpoint.id).",
        nearest.flatMap { isTwice ? nil : $0 } ?? "Remove it.")
    }
  }

  func checkKept(_ found: inout ProblemList) {
    guard kept.body != .none else { return }
    switch kept.body {
    case .form where chosenBody.map({ BodyKind($0, catalog) == .form }) == true: return
    case .multipart where chosenBody.map({ BodyKind($0, catalog) == .multipart }) == true: return
    default: break
    }
    let types = endpoint.bodies.map(\.mediaType).joined(separator: ", ")
    var field = field(FieldID(.kept(.body)), "body", Schema(.text))
    field.kind = .kept
    found.refuse(
      field,
      types.isEmpty
        ? "\(endpoint.id) takes no body." : "\(endpoint.id) takes a body of \(types).",
      "Drop it, or send the request without the form.")
  }
}
