import ArgumentParser
import ClientCatalogs
import ClientCore
import ClientModel

/// `weir catalog`: lists the available endpoints and their fields.
struct CatalogCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "List catalogs, the endpoints of one, or the fields of an endpoint.",
    discussion: """
      Examples:
        weir catalog
        weir catalog haven
        weir catalog haven#analyzesentiment
        weir catalog shop#addBook --media-type application/xml
        weir send --endpoint haven#analyzesentiment mode=sync text='I love dogs' apikey=env:KEY
      """)
  @Argument(
    help: ArgumentHelp("A catalog, or one of its endpoints.", valueName: "catalog[#endpoint]"),
    completion: .catalogsAndEndpoints)
  var name: String?
  @OptionGroup var choice: EndpointChoiceArguments
  @OptionGroup var detail: ProgressArguments
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let progress = ProgressWriter.begin()
    defer { progress?.end() }
    progress?.show(
      ProgressLine(title: "Reading \(name ?? "catalogs")", began: SystemClock().now))
    let isEndpoint = name?.utf8.contains(UInt8(ascii: "#")) ?? false
    let choice = try choice.choice(for: isEndpoint ? name : nil)
    let session = try await ClientSession.open(workspace)
    if let name, isEndpoint {
      var words = EndpointArguments(
        try session.context.catalogs.form(of: name, RequestArguments(arguments: [])),
        reader: session.context.reader)
      try words.choose(choice)
      printFields(words.form)
    } else if let name {
      printEndpoints(of: try session.context.catalogs.catalog(name))
    } else {
      try printCatalogs(of: session)
    }
    await session.close()
    return .done
  }

  private func printCatalogs(of session: ClientSession) throws {
    var rows: [[String]] = []
    for source in try session.context.catalogs.reportedSources() {
      do throws(CatalogFailure) {
        let catalog = try session.context.catalogs.open(source)
        let count = catalog.groups.reduce(0) { $0 + $1.endpoints.count }
        let trouble = catalog.problems.isEmpty ? "" : ", \(catalog.problems.count) problems"
        rows.append([source.name, catalog.title, "\(count) endpoints\(trouble)"])
      } catch {
        if case .refused(let problem) = error {
          rows.append([source.name, "\(problem.place): \(problem.why)"])
        }
      }
    }
    rows = rows.map { $0.map { Console.safe($0) } }
    // The columns are aligned only for people. Through a pipe, two spaces separate them.
    let lines =
      Console.isTerminal
      ? TextColumns(untitled: rows).lines() : rows.map { $0.joined(separator: "  ") }
    lines.forEach(Console.print)
  }

  private func printEndpoints(of catalog: Catalog) {
    for group in catalog.groups {
      if !group.name.isEmpty { Console.print(Console.safe(group.name)) }
      for endpoint in group.endpoints {
        let mark = endpoint.isDeprecated ? "  (deprecated)" : ""
        Console.print(
          Console.safe("  \(endpoint.id)  \(endpoint.method)  \(endpoint.summary)\(mark)"))
      }
    }
    for problem in catalog.problems {
      Console.complain(Console.safe("\(problem.place): \(problem.what) \(problem.why)"))
    }
  }

  private func printFields(_ form: EndpointForm) {
    let endpoint = form.endpoint
    Console.print(Console.safe("\(endpoint.method) \(endpoint.path)  \(endpoint.summary)"))
    var form = form
    // The list includes the rows that a screen would collapse.
    for row in form.rows where row.fold == .closed { form.unfold(row.id) }
    let rows = form.rows
    let names = form.fieldNames
    let shown = Set(rows.map(\.id))
    for row in rows {
      if case .more = row.kind { continue }
      printField(row, names, of: form)
      for input in inputs(of: row, in: form, besides: shown) { printField(input, names, of: form) }
    }
  }

  private func printField(_ row: FormRow, _ names: FieldNames, of form: EndpointForm) {
    if row.id == .security { return printSecurity(of: form) }
    let words = [
      kind(row.kind), row.isRequired ? "required" : "", row.isDeprecated ? "deprecated" : "",
      row.bounds,
      row.defaultValue.map { "default \($0)" } ?? "", choices(row.kind), row.summary,
    ].filter { !$0.isEmpty }
    let indent = String(repeating: "  ", count: row.depth + 1)
    let name = row.id == .mediaType ? "--media-type" : names.name(of: row.id) ?? row.label
    Console.print(Console.safe("\(indent)\(name)  \(words.joined(separator: " · "))"))
  }

  /// Prints the alternatives for credentials and their fields.
  private func printSecurity(of form: EndpointForm) {
    let alternatives = form.securityAlternatives.map { alternative in
      let names = alternative.names.joined(separator: ", ")
      return names.isEmpty ? alternative.label : "\(alternative.label) (\(names))"
    }
    Console.print(Console.safe("  --security  \(alternatives.joined(separator: " · "))"))
  }

  /// Returns the rows for the alternatives of a choice row. Rows that are already shown are left
  /// out.
  ///
  /// Only one alternative is sent, so the form has a row only for the chosen one.
  private func inputs(
    of row: FormRow, in form: EndpointForm, besides shown: Set<FieldID>
  ) -> [FormRow] {
    guard form.endpoint.rules.oneOf.indices.contains(where: { row.id == .choice($0) }),
      case .choice(let options) = row.kind
    else { return [] }
    return options.flatMap { option in
      var chosen = form
      chosen.set(option.label, for: row.id)
      let names = chosen.fieldNames
      return chosen.rows.filter {
        !shown.contains($0.id) && names.name(of: $0.id) == option.label
      }
    }
  }

  /// Returns a description of a field's kind. It is empty for a text field, because most fields are
  /// text fields.
  private func kind(_ kind: FieldKind) -> String {
    switch kind {
    case .text, .choice, .proposals, .more, .unmapped: ""
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .severalOf: "any of these; repeat the field for each"
    case .date: "a date"
    case .dateTime: "a date and time"
    case .file: "a file: name@path"
    case .json: "JSON: name:=…"
    case .list: "a list; repeat the field for each element"
    case .object: "an object: name.member=…"
    case .alternatives: "one of several shapes"
    case .null: "null"
    }
  }

  private func choices(_ kind: FieldKind) -> String {
    switch kind {
    case .choice(let options), .severalOf(let options), .proposals(let options):
      let labels = options.prefix(12).map(\.label).joined(separator: ", ")
      return options.count > 12 ? "\(labels), … (\(options.count))" : labels
    case .text, .integer, .number, .boolean, .date, .dateTime, .file, .json, .list, .object,
      .alternatives, .null, .more, .unmapped:
      return ""
    }
  }
}
