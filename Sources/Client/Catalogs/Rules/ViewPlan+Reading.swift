package import ClientModel
package import ClientYAML

extension ViewPlan {
  /// Reads `x-weir-view`: the name of a view, a part, or a list of parts.
  ///
  ///     - {tree: /aggregate, title: Overall}
  ///     - {table: /positive, title: positive, fields: [score, topic]}
  ///
  /// - Throws: A problem with the first unknown key or invalid value, with its position.
  package static func read(_ node: YAMLNode) throws(YAMLProblem) -> ViewPlan {
    switch node.kind {
    case .mapping: return .parts([try ViewPart.read(node)])
    case .list(let items):
      guard !items.isEmpty else {
        throw YAMLProblem(
          node.place, why: "The view has no parts.", whatToDo: "Add a part, such as {tree: \"\"}.")
      }
      var parts: [ViewPart] = []
      for item in items { parts.append(try ViewPart.read(item)) }
      return .parts(parts)
    case .null, .plain, .text:
      let names = ViewName.allCases.map { ($0.rawValue, $0) }
      return .named(try node.choice(Dictionary(names, uniquingKeysWith: { first, _ in first })))
    }
  }
}

extension ViewPart {
  fileprivate static func read(_ node: YAMLNode) throws(YAMLProblem) -> ViewPart {
    let forms = Form.allCases.map(\.rawValue)
    let file = try node.fields(known: forms + ["title", "fields", "label", "amount", "group"])
    let given = Form.allCases.filter { file[$0.rawValue] != nil }
    guard given.count == 1, let form = given.first, let pointer = file[form.rawValue] else {
      throw YAMLProblem(
        node.place, why: "A part of a view has one form, but this part has \(given.count).",
        whatToDo: "Write one of \(forms.joined(separator: ", ")) with a JSON Pointer.")
    }
    var part = ViewPart(form, try OutcomeFile.pointer(pointer))
    part.title = try file["title"]?.text() ?? ""
    for item in try file["fields"]?.list() ?? [] { part.fields.append(try item.text()) }
    part.label = try file["label"]?.text()
    part.amount = try file["amount"]?.text()
    part.group = try file["group"]?.text()
    if form == .bars { _ = try file.required("amount") }
    return part
  }
}
