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
    for filter in filters where !isAllowed(filter.name) && holdsAnswer(.filter(filter.name)) {
      guard let field = find(.filter(filter.name)) else { continue }
      found.refuse(
        field, "\(endpoint.id) does not take it.",
        "Clear it. Allowed are: \(known.joined(separator: ", ")).")
    }
    if case .picked(let names) = answers[.projections], let field = find(.projections) {
      for name in names where !endpoint.rules.projections.contains(name) {
        let nearest = NearestWord.nearest(to: name, in: endpoint.rules.projections)
        found.refuse(
          field, "`\(name)` is not part of the response of \(endpoint.id).",
          nearest.map { "Did you mean `\($0)`?" } ?? "Remove it.")
      }
    }
    for (index, condition) in unmappedFilters.enumerated() {
      let word = String(condition.before("="))
      let isBare = !condition.contains(byte: "=")
      let names = isBare ? endpoint.rules.projections : known
      let field = field(FieldID(.unmapped(.filter(index))), word, Schema(.text))
      let nearest = NearestWord.nearest(to: word, in: names).map { "Did you mean `\($0)`?" }
      let isTwice = names.contains(word)
      found.refuse(
        field,
        isTwice
          ? "It stands there twice."
          : "`\(word)` is not \(isBare ? "part of the response" : "a filter") of \(endpoint.id).",
        nearest.flatMap { isTwice ? nil : $0 } ?? "Remove it.")
    }
  }

  /// Where a catalog lists what an endpoint takes, everything else would be refused by the service.
  func checkQuery(_ found: inout ProblemList) {
    guard let allowed = endpoint.rules.allowedFilters else { return }
    for (index, entry) in unmapped.query.enumerated() where [.plain, .encoded].contains(entry.mark)
    {
      guard !endpoint.parameters.contains(where: { $0.place == .query && $0.name == entry.name })
      else { continue }
      let field = field(FieldID(.unmapped(.query(index))), entry.name, Schema(.text))
      let nearest = NearestWord.nearest(to: entry.name, in: allowed)
      found.refuse(
        field, "\(endpoint.id) does not take it.",
        nearest.map { "Did you mean `\($0)`?" }
          ?? "Drop it. Allowed are: \(allowed.joined(separator: ", ")).")
    }
  }

  func checkUnmapped(_ found: inout ProblemList) {
    guard unmapped.body != .none else { return }
    guard !takesUnmappedBody else {
      // What was filled in would not be sent.
      guard holdsAnswer(.body), let field = find(.body) else { return }
      return found.add(
        field, "The body is given twice.", "Once as one value, and once by its fields.",
        "Clear one of them.")
    }
    switch unmapped.body {
    case .form where chosenBody.map({ BodyKind($0, catalog) == .form }) == true: return
    case .multipart where chosenBody.map({ BodyKind($0, catalog) == .multipart }) == true: return
    default: break
    }
    let types = endpoint.bodies.map(\.mediaType).joined(separator: ", ")
    var field = field(FieldID(.unmapped(.body)), "body", Schema(.text))
    field.kind = .unmapped
    found.refuse(
      field,
      types.isEmpty
        ? "\(endpoint.id) takes no body." : "\(endpoint.id) takes a body of \(types).",
      "Drop it, or send the request without the form.")
  }
}
