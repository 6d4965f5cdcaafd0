import ClientModel
import ClientYAML

extension CatalogReader {
  /// Reads the parameters of the path item and the operation. Those of the operation take
  /// precedence.
  ///
  /// - Parameter filled: The path parameters that `x-weir-path-filters` fills.
  mutating func parameters(
    lists: [FileNode?], path: String, label: String, filled: [String], at operation: FileNode
  ) throws(CatalogStop) -> [Parameter] {
    var all: [Parameter] = []
    var indexes: [ParameterKey: Int] = [:]
    for list in lists.compactMap(\.self) {
      var own: Set<ParameterKey> = []
      for spot in files.items(list) {
        guard let parameter = try parameter(spot, label: label) else { continue }
        let key = ParameterKey(place: parameter.place, name: parameter.name)
        guard own.insert(key).inserted else {
          report(
            spot, "A parameter of \(label) is left out.",
            "`\(parameter.name.prefix(80))` occurs twice in one list.", "Remove one of them.")
          continue
        }
        if let index = indexes[key] {
          all[index] = parameter
        } else {
          indexes[key] = all.count
          all.append(parameter)
        }
      }
    }
    let names = PathTemplate.names(in: path)
    let wanted = Set(names)
    all.removeAll { parameter in
      guard parameter.place == .path, !wanted.contains(parameter.name) else { return false }
      report(
        operation, "A parameter of \(label) is left out.",
        "The path has no `{\(parameter.name.prefix(80))}`.",
        "Correct its name, or write it into the path.")
      return true
    }
    for name in names
    where !filled.contains(name) && indexes[ParameterKey(place: .path, name: name)] == nil {
      report(
        operation, "The parameter `\(name.prefix(80))` of \(label) is treated as text.",
        "It is in the path, but no parameter describes it.",
        "Describe it under `parameters` with `in: path`.")
      all.append(.undescribed(name, schema: textSchema()))
    }
    return all
  }

  private mutating func textSchema() -> SchemaID {
    let id = schemas.reserve()
    schemas[id] = Schema(.text)
    return id
  }

  /// Reads a Parameter Object. Returns nil for an invalid parameter, and reports it.
  mutating func parameter(_ named: FileNode, label: String) throws(CatalogStop) -> Parameter? {
    guard let spot = try followed(named) else { return nil }
    let what = "A parameter of \(label) is left out."
    guard let name = text(spot, "name"), !name.isEmpty else {
      report(spot, what, "It has no `name`.", "Give it a `name` and `in`.")
      return nil
    }
    let said = text(spot, "in") ?? ""
    guard let place = Parameter.Location(rawValue: said) else {
      report(
        files.field(spot, "in") ?? spot, what,
        "`in: \(said.prefix(40))` is not a parameter location.",
        said == "body" || said == "formData"
          ? "Describe it under `requestBody`." : "Choose one of path, query, header, cookie.")
      return nil
    }
    // These headers are defined by the body type, the responses and the security schemes. Source:
    // OpenAPI 3.1.1, section 4.8.12.2.
    if place == .header, ["accept", "content-type", "authorization"].contains(name.lowercased()) {
      return nil
    }
    return try parameter(spot, name, place, label)
  }

  mutating func parameter(
    _ spot: FileNode, _ name: String, _ place: Parameter.Location, _ label: String
  ) throws(CatalogStop) -> Parameter {
    let content = files.field(spot, "content").map { files.fields($0) }?.first
    var id = anySchema()
    if let schema = files.field(spot, "schema") {
      id = try self.schema(of: schema)
    } else if let content {
      id =
        try files.field(content.value, "schema").map { node throws(CatalogStop) in
          try self.schema(of: node)
        } ?? id
    } else if files.hasField(spot, "type") {
      // The parameter has the syntax of Swagger 2.0, which is also accepted.
      id = schema(at: spot)
    } else {
      report(
        spot, "The parameter `\(name.prefix(80))` of \(label) accepts any value.",
        "It has neither `schema` nor `content`.", "Give it a `schema`.")
    }
    let standard: Parameter.Style = place == .query || place == .cookie ? .form : .simple
    var style = standard
    if let said = files.field(spot, "style") {
      if let known = Parameter.Style(rawValue: files.string(said)), known.fits(place) {
        style = known
      } else {
        report(
          said, "The parameter `\(name.prefix(80))` of \(label) is written in style \(standard).",
          "`\(files.string(said).prefix(40))` is not a style of a \(place) parameter.",
          "Choose one of: "
            + Parameter.Style.allCases.filter { $0.fits(place) }.map(\.rawValue)
            .joined(separator: ", ") + ".")
      }
    }
    var example = try example(spot)
    if example == nil, let content { example = try self.example(content.value) }
    return Parameter(
      name: name, place: place, isRequired: place == .path || boolean(spot, "required") == true,
      isDeprecated: boolean(spot, "deprecated") ?? false, summary: text(spot, "description") ?? "",
      schema: id, style: style, explode: boolean(spot, "explode") ?? (style == .form),
      allowsReserved: boolean(spot, "allowReserved") ?? false, example: example,
      isJSON: content.map { CatalogMediaType.isJSON(files.string($0.key)) } ?? false)
  }

  /// Reads `example`, or the first value in `examples`. Returns text without quotes, or nil if
  /// there is no example.
  mutating func example(_ spot: FileNode) throws(CatalogStop) -> String? {
    if let example = files.field(spot, "example") { return exampleText(example) }
    for field in files.field(spot, "examples").map({ files.fields($0) }) ?? [] {
      guard let named = try followed(field.value) else { continue }
      if let value = files.field(named, "value") { return exampleText(value) }
    }
    return nil
  }

  private mutating func exampleText(_ spot: FileNode) -> String? {
    files.isScalar(spot) && files.kind(spot) != .null ? files.string(spot) : json(spot)
  }
}

extension Parameter {
  /// Creates a parameter that is in the path but not described.
  static func undescribed(_ name: String, schema: SchemaID) -> Parameter {
    Parameter(
      name: name, place: .path, isRequired: true, isDeprecated: false, summary: "", schema: schema,
      style: .simple, explode: false, allowsReserved: false, example: nil, isJSON: false)
  }
}

extension Parameter.Style {
  /// Returns whether the style is allowed in a location.
  ///
  /// - Source: OpenAPI 3.1.1, section 4.8.12.3.
  func fits(_ place: Parameter.Location) -> Bool {
    switch place {
    case .path: [.matrix, .label, .simple].contains(self)
    case .query: [.form, .spaceDelimited, .pipeDelimited, .deepObject].contains(self)
    case .header: self == .simple
    case .cookie: self == .form
    }
  }
}

/// Paths with variables such as `{name}`.
enum PathTemplate {
  /// Returns the variables in order, without duplicates.
  static func names(in path: String) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    var rest = path[...]
    while let opened = rest.cut(at: "{"), let closed = opened.after.cut(at: "}") {
      let name = String(closed.before)
      if !name.isEmpty, seen.insert(name).inserted { names.append(name) }
      rest = closed.after
    }
    return names
  }
}

/// The key of a parameter in an operation. It is not a string, because creating strings took a
/// twentieth of the reading time of a large document. Source: OpenAPI 3.1.1, section 4.8.12.
private struct ParameterKey: Hashable {
  let place: Parameter.Location
  let name: String
}
