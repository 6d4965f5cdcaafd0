import ClientModel
import ClientYAML

extension CatalogReader {
  private static let extensions = [
    "x-weir-job", "x-weir-outcome", "x-weir-path-filters", "x-weir-projection",
    "x-weir-allowed-filters", "x-weir-one-of", "x-weir-bulk", "x-weir-view",
    "x-weir-secret", "x-weir-paging", "x-weir-first-byte",
  ]

  /// Reads the `x-weir-*` rules of a node, which override the rules of the enclosing node.
  ///
  /// - Parameter spot: An operation, a path item or the root.
  mutating func endpointRules(
    _ spot: FileNode, over outer: EndpointRules
  ) throws(CatalogStop) -> EndpointRules {
    var rules = outer
    for field in files.fields(spot) where files.string(field.key).begins(with: "x-weir-") {
      let key = files.string(field.key)
      let what = "`\(key.prefix(80))` is left out."
      guard Self.extensions.contains(key) else {
        let nearest =
          NearestWord.nearest(to: key, in: Self.extensions).map { "Did you mean `\($0)`? " } ?? ""
        report(
          field.key, what, "Weir has no extension of that name.",
          nearest + "Known: \(Self.extensions.joined(separator: ", ")).")
        continue
      }
      guard let value = try followed(field.value) else { continue }
      if key == "x-weir-path-filters" {
        rules.pathFilters = try pathFilters(value, what) ?? rules.pathFilters
        continue
      }
      guard let node = files.yaml(value) else {
        report(value, what, "It is too large.", "Write a smaller rule.")
        continue
      }
      do throws(YAMLProblem) {
        try read(key, node, into: &rules)
      } catch {
        report(error, what)
      }
    }
    return rules
  }

  private func read(
    _ key: String, _ node: YAMLNode, into rules: inout EndpointRules
  ) throws(YAMLProblem) {
    switch key {
    case "x-weir-job": rules.remote = node.kind == .null ? nil : try RemoteRule.read(node)
    case "x-weir-outcome": rules.outcome = try OutcomeFile.rule(node)
    case "x-weir-paging": rules.paging = node.kind == .null ? nil : try PagingFile.rule(node)
    case "x-weir-projection": rules.projections = try Self.names(node)
    case "x-weir-allowed-filters": rules.allowedFilters = try Self.names(node)
    case "x-weir-one-of": rules.oneOf = try Self.choices(node)
    case "x-weir-bulk": rules.bulk = try Self.names(node)
    case "x-weir-secret": rules.secret = try Self.names(node)
    case "x-weir-first-byte": rules.firstByte = try Self.firstByte(node)
    default: rules.view = try ViewPlan.read(node)
    }
  }

  private static func firstByte(_ node: YAMLNode) throws(YAMLProblem) -> Duration {
    let span = try node.spanWithUnit()
    if span > .zero, span <= .seconds(86_400) { return span }
    throw YAMLProblem(
      node.place, why: "It is not between 1 ms and a day.", whatToDo: "Write a time such as 120 s.")
  }

  /// Reads a list of names without duplicates.
  private static func names(_ node: YAMLNode) throws(YAMLProblem) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    for item in try node.list() {
      let name = try item.text()
      guard !name.isEmpty, seen.insert(name).inserted else {
        throw YAMLProblem(
          item.place, why: name.isEmpty ? "A name is empty." : "`\(name.prefix(80))` occurs twice.",
          whatToDo: "Write each name once.")
      }
      names.append(name)
    }
    return names
  }

  /// Reads sets of inputs. A set is written as `{inputs: [text, file], count: exactlyOne}` or
  /// `[text, file]`.
  private static func choices(_ node: YAMLNode) throws(YAMLProblem) -> [InputChoice] {
    var choices: [InputChoice] = []
    for item in try node.list() {
      if case .list = item.kind {
        choices.append(InputChoice(inputs: try names(item), count: .exactlyOne))
        continue
      }
      let fields = try item.fields(known: ["inputs", "count"])
      let inputs = try names(try fields.required("inputs"))
      guard inputs.count > 1 else {
        throw YAMLProblem(
          item.place, why: "A choice needs at least two inputs.",
          whatToDo: "List all of them under `inputs`.")
      }
      let count =
        try fields["count"]?.choice([
          "exactlyOne": InputChoice.Count.exactlyOne, "atLeastOne": .atLeastOne,
        ]) ?? .exactlyOne
      choices.append(InputChoice(inputs: inputs, count: count))
    }
    return choices
  }

  /// Reads `{parameter: filters, filters: [...]}`. A filter is a parameter or a reference to one.
  private mutating func pathFilters(
    _ spot: FileNode, _ what: String
  ) throws(CatalogStop) -> PathFilters? {
    for field in files.fields(spot)
    where !["parameter", "filters"].contains(files.string(field.key)) {
      report(
        field.key, what, "The key `\(files.string(field.key).prefix(80))` is not known here.",
        "Known: parameter, filters.")
      return nil
    }
    guard let parameter = text(spot, "parameter"), let list = files.field(spot, "filters"),
      files.kind(list) == .list
    else {
      report(
        spot, what, "It needs `parameter` and a list of `filters`.",
        "Name the path parameter, and describe each filter like a parameter.")
      return nil
    }
    var filters: [Parameter] = []
    for item in files.items(list) {
      guard let filter = try filter(item) else { continue }
      filters.append(filter)
    }
    return PathFilters(parameter: parameter, filters: filters)
  }

  /// Reads a filter, which is a parameter without `in`.
  private mutating func filter(_ named: FileNode) throws(CatalogStop) -> Parameter? {
    guard let spot = try followed(named) else { return nil }
    let label = "x-weir-path-filters"
    guard !files.hasField(spot, "in") else { return try parameter(spot, label: label) }
    guard let name = text(spot, "name"), !name.isEmpty else {
      report(spot, "A filter is left out.", "It has no `name`.", "Give it a `name` and a `schema`.")
      return nil
    }
    return try parameter(spot, name, .query, label)
  }
}
