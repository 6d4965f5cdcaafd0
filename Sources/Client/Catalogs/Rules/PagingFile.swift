package import ClientModel
package import ClientYAML

/// A parser of list paging, for a gateway's `paging` and a catalog's `x-weir-paging`.
///
///     {page: page, first: 1, last: /pages}
///     {offset: {body: /from}, items: /hits, total: {header: X-Total-Count}}
///     {cursor: after, next: /cursor}
package enum PagingFile {
  package static func rule(_ node: YAMLNode) throws(YAMLProblem) -> PagingRule {
    let fields = try node.fields(known: [
      "page", "offset", "cursor", "first", "last", "total", "next", "items",
    ])
    let kinds = ["page", "offset", "cursor"].filter { fields[$0] != nil }
    guard kinds.count == 1, let kind = kinds.first, let place = fields[kind] else {
      throw YAMLProblem(
        fields.place, why: "The rule sets \(kinds.count) of page, offset and cursor.",
        whatToDo:
          "Set exactly one of them to the query parameter that it uses, such as {page: page}.")
    }
    let belongs = ["first": "page", "last": "page", "total": "offset", "next": "cursor"]
    for (key, other) in belongs.sorted(by: { $0.key < $1.key }) where other != kind {
      guard let stray = fields[key] else { continue }
      throw YAMLProblem(
        stray.place, why: "`\(key)` is valid only with `\(other)`, but the rule has `\(kind)`.",
        whatToDo: "Remove the line.")
    }
    var rule = PagingRule(.offset, try parameter(place))
    switch kind {
    case "page":
      rule.kind = .number(first: try fields["first"]?.integer() ?? 1)
      rule.end = try fields["last"].map { node throws(YAMLProblem) in try value(node) }
    case "offset":
      rule.end = try fields["total"].map { node throws(YAMLProblem) in try value(node) }
    default: rule.kind = .cursor(try value(try fields.required("next")))
    }
    rule.items = try fields["items"].map { node throws(YAMLProblem) in
      try OutcomeFile.pointer(node)
    }
    return rule
  }

  /// Reads the name of a query field, or `{query: …}`, `{header: …}` or `{body: /pointer}`.
  private static func parameter(_ node: YAMLNode) throws(YAMLProblem) -> PagingRule.Parameter {
    guard case .mapping = node.kind else { return .query(try name(node)) }
    let fields = try node.fields(known: ["query", "header", "body"])
    let given = ["query", "header", "body"].compactMap { fields[$0] }
    guard given.count == 1 else {
      throw YAMLProblem(
        node.place, why: "It has \(given.count) of query, header and body.",
        whatToDo: "Write one of them, such as {query: page}.")
    }
    if let query = fields["query"] { return .query(try name(query)) }
    if let header = fields["header"] { return .header(try self.header(header)) }
    return .body(try OutcomeFile.pointer(given[0]))
  }

  /// Reads a JSON Pointer or `{header: NAME}`.
  private static func value(_ node: YAMLNode) throws(YAMLProblem) -> PagingRule.ValueLocation {
    guard case .mapping = node.kind else { return .body(try OutcomeFile.pointer(node)) }
    return .header(try header(try node.fields(known: ["header"]).required("header")))
  }

  private static func name(_ node: YAMLNode) throws(YAMLProblem) -> String {
    let name = try node.text()
    guard !name.isEmpty else {
      throw YAMLProblem(
        node.place, why: "The name is empty.", whatToDo: "Write the name of a query field.")
    }
    return name
  }

  private static func header(_ node: YAMLNode) throws(YAMLProblem) -> String {
    let name = try node.text()
    guard HTTPToken.isToken(name) else {
      throw YAMLProblem(
        node.place, why: "`\(name.prefix(40))` is not a header name.",
        whatToDo: "Use letters, digits and dashes.")
    }
    return name
  }
}
