import ClientCatalogs
import ClientModel
import ClientPipeline

/// The rows of a tab in the composer. Each problem is below its field.
struct TabRows {
  let tab: ComposerTab
  private let texts: FieldTexts
  private let check: RequestCheck
  private let found: RequestProblems
  private let context: ComposerContext
  private let folders: FolderListings

  init(
    _ tab: ComposerTab, _ texts: FieldTexts, _ check: RequestCheck, _ context: ComposerContext,
    _ folders: FolderListings
  ) {
    (self.tab, self.texts, self.check) = (tab, texts, check)
    (self.context, self.folders) = (context, folders)
    found = RequestProblems(texts, check)
  }

  var rows: ComposerRows {
    guard tab == .body else { return ComposerRows(fixedRows) }
    if context.bodyForm == .rows, let json = draft.jsonRows {
      return ComposerRows(labelled("Kind", .bodyKind) + jsonRows(json))
    }
    var rows = ComposerRows(bodyRows, hasText ? lines(of: .body) : .none)
    if draft.graphQL != nil {
      let fault = isTyped(.variables) ? nil : check.faults[.variables]
      let problem = fault.map { ComposerRow(kind: .problem($0.sentence)) }
      rows.append(
        [ComposerRow(kind: .heading("Variables"))] + (problem.map { [$0] } ?? []),
        lines(of: .variables), of: .variables)
    }
    return rows
  }

  private func isTyped(_ field: ComposerField) -> Bool {
    texts.typing.buffer != nil && texts.cursor == field
  }

  private var draft: Draft { texts.draft }
  private var words: FieldSuggestions { FieldSuggestions(gateways: context.gateways) }

  private func shown(_ field: ComposerField) -> String { texts.shown(field) }

  private var fixedRows: [ComposerRow] {
    switch tab {
    case .form: return formRows
    case .parameters:
      var rows: [ComposerRow] = []
      if !draft.pathVariables.isEmpty {
        rows += [ComposerRow(kind: .heading("Path variables"))] + grid(.pathVariables)
      }
      return rows + [ComposerRow(kind: .heading("Query"))] + grid(.query)
    case .headers: return grid(.headers)
    case .body: return bodyRows
    case .authorization: return authorizationRows
    case .options:
      return OptionField.Group.allCases.flatMap(optionRows)
    case .preview:
      return RequestPreview(
        examination: check.examination, problems: found.all, columns: context.columns
      ).rows
    }
  }

  private var formRows: [ComposerRow] {
    guard let form = texts.form else { return [] }
    return form.composerRows { row in
      texts.hides(.form(row.id)) ? Secret.mask : form.shown(row, folders)
    }
  }

  /// The row of the gateway. It is shown if there are gateways or the request names an unknown
  /// gateway.
  private var gatewayRows: [ComposerRow] {
    guard !context.gateways.all.isEmpty || draft.gateway != nil else { return [] }
    let row = ComposerRow(
      kind: .field(label: "Gateway", placeholder: ""), fields: [.gateway],
      texts: [words.shownGateway(of: draft)])
    return [row] + problemRows(.gateway)
  }

  private func grid(_ grid: ComposerField.Grid) -> [ComposerRow] {
    let fields = draft.fields(grid)
    var rows: [ComposerRow] = []
    // The empty row at the end adds an entry. Path variables have no such row, because the URL
    // defines them.
    for row in 0..<fields.count + (grid == .pathVariables ? 0 : 1) {
      let name = ComposerField.cell(grid, row: row, .name)
      let value = ComposerField.cell(grid, row: row, .value)
      let mark = row < fields.count ? fields[row].mark : .plain
      rows.append(
        ComposerRow(kind: .pair(mark), fields: [name, value], texts: [shown(name), shown(value)]))
      if grid == .parts, row < fields.count { rows += partRows(row, of: fields[row].value) }
      rows += problemRows(value)
    }
    return rows
  }

  /// Returns the rows for the file name and the media type of a part. For a file, the placeholders
  /// are the defaults.
  private func partRows(_ row: Int, of value: String) -> [ComposerRow] {
    let isFile = value.begins(with: "@")
    return labelled(
      "  File name", .part(row: row, .fileName), placeholder: isFile ? "the file's own" : "none")
      + labelled(
        "  Type", .part(row: row, .mediaType), placeholder: isFile ? "from the file's name" : "none"
      )
  }

  private func labelled(
    _ label: String, _ field: ComposerField, placeholder: String = ""
  ) -> [ComposerRow] {
    [fieldRow(label, field, placeholder: placeholder)] + problemRows(field)
  }

  /// Returns a row with a label and a field.
  ///
  /// - Parameter unit: The unit after the text, or an empty string.
  private func fieldRow(
    _ label: String, _ field: ComposerField, placeholder: String, unit: String = ""
  ) -> ComposerRow {
    let text = shown(field)
    return ComposerRow(
      kind: .field(label: label, placeholder: placeholder), fields: [field],
      texts: [text.isEmpty || unit.isEmpty ? text : "\(text) \(unit)"])
  }

  /// Returns the rows of a group of options. The rare options are below the row that folds them. An
  /// option that is set is shown even while its group is folded.
  private func optionRows(_ group: OptionField.Group) -> [ComposerRow] {
    let rare = group.fields.filter { $0.visibility == .unfolded }
    let isUnfolded = context.unfolded.contains(group)
    let hidden = rare.filter { texts.cursor != .option($0) && draft.hasDefault($0) }
    let rows =
      group.fields.filter { $0.visibility == .always }.flatMap(optionRows) + furtherRows(group)
    let more = ComposerRow(
      kind: .field(
        label: isUnfolded ? "▾ more" : "▸ \(hidden.count) more",
        placeholder: isUnfolded
          ? "" : hidden.map(\.label).joined(separator: ", ")),
      fields: [.moreOptions(group)], texts: [""])
    return [ComposerRow(kind: .heading(group.rawValue))]
      + (group == .request ? gatewayRows : []) + rows
      + (hidden.isEmpty ? [] : [more])
      + rare.filter { isUnfolded || !hidden.contains($0) }.flatMap(optionRows)
  }

  /// Returns the rows of a group that are not options of the transport.
  private func furtherRows(_ group: OptionField.Group) -> [ComposerRow] {
    switch group {
    case .request:
      labelled("Idempotency", .idempotencyKey, placeholder: "none; auto creates a key for each job")
    case .response: assertionRows
    case .time, .queue, .cache, .route, .trust: []
    }
  }

  private func optionRows(_ option: OptionField) -> [ComposerRow] {
    let row = fieldRow(
      option.label, .option(option), placeholder: option.placeholder, unit: option.unit)
    return [row] + problemRows(.option(option)) + (option == .polling ? pollingNote : [])
  }

  /// The description of the polling rule.
  private var pollingNote: [ComposerRow] {
    guard let rule = draft.remote else { return [] }
    let usesGet = rule.form.isEmpty || draft.method == "GET"
    let method = usesGet ? "GET" : "POST with \(rule.form.joined(separator: ", ")), else by GET"
    return [ComposerRow(kind: .note("  The status URL is polled by \(method)."))]
  }

  private func problemRows(_ field: ComposerField) -> [ComposerRow] {
    found.problem(at: field).map { [ComposerRow(kind: .problem("\($0.why) \($0.advice)"))] } ?? []
  }

  private var bodyRows: [ComposerRow] {
    var rows = labelled("Kind", .bodyKind)
    switch draft.body {
    case .none: rows.append(ComposerRow(kind: .note("No body is sent.")))
    case .json: break
    case .graphQL: rows += operationRows
    case .text: rows += labelled("Type", .mediaType)
    case .form: rows += grid(.form)
    case .multipart:
      rows += grid(.parts) + [ComposerRow(kind: .note("A value that begins with @ names a file."))]
    case .file:
      rows +=
        labelled("File", .bodyPath, placeholder: "path")
        + labelled(
          "Type", .mediaType, placeholder: "application/octet-stream")
    case .bytes(let bytes, _):
      rows += [ComposerRow(kind: .note("\(ByteCount(bytes.count)), sent unchanged."))]
    }
    if texts.typing.isDelayed {
      rows.insert(
        ComposerRow(
          kind: .note("The body is larger than 256 KiB. It is checked when you leave it.")), at: 1)
    } else if isTyped(.body) {
      // The problem is at the bottom of the screen. A row here would move the text being typed.
      return rows
    } else if let fault = check.faults[.body] {
      rows.insert(ComposerRow(kind: .problem(fault.sentence)), at: 1)
    } else if check.faults.isEmpty, let problem = found.problem(at: .body) {
      rows.insert(ComposerRow(kind: .problem("\(problem.why) \(problem.advice)")), at: 1)
    }
    return rows
  }

  /// Returns the rows of a JSON body, indented by depth. The problem of a typed value is below it.
  private func jsonRows(_ json: JSONRows) -> [ComposerRow] {
    let problem = found.problem(at: .body)
      .map { [ComposerRow(kind: .problem("\($0.why) \($0.whatToDo)"))] }
    return (problem ?? [])
      + json.rows.enumerated().flatMap { number, row in
        let value = ComposerField.cell(.json, row: number, .value)
        let pair = ComposerRow(
          kind: .json(row.kind), fields: [.cell(.json, row: number, .name), value],
          texts: [String(repeating: "  ", count: row.depth) + row.label, json.shown(row)])
        let fault = texts.typed(value).flatMap { draft.jsonProblem($0, at: number) }
        return [pair]
          + (fault.map { [ComposerRow(kind: .problem("\($0.why) \($0.whatToDo)"))] } ?? [])
      }
  }

  /// The row that selects the operation. Empty if the query has at most one operation and none is
  /// selected.
  private var operationRows: [ComposerRow] {
    let (names, chosen) = (draft.operationNames, draft.text(of: .operation))
    guard names.count > 1 || !chosen.isEmpty else { return [] }
    let problem =
      chosen.isEmpty
      ? "The query has \(names.count) operations. Select one."
      : names.isEmpty || names.contains(chosen) ? nil : "The query has no operation \(chosen)."
    return labelled("Operation", .operation)
      + (problem.map { [ComposerRow(kind: .problem($0))] } ?? [])
  }

  private var hasText: Bool {
    switch draft.body {
    case .json, .text, .graphQL: true
    case .none, .form, .multipart, .file, .bytes: false
    }
  }

  private func lines(of field: ComposerField) -> ComposerRows.Lines {
    if texts.cursor == field, let typed = texts.typing.buffer { return .typed(typed) }
    return .draft(check.lines[field] ?? BodyLines())
  }

  /// The assertions on each response, followed by an empty row to add one.
  private var assertionRows: [ComposerRow] {
    (0...draft.assertions.count).flatMap { row in
      labelled(
        row == 0 ? "Assert" : "", .assertion(row),
        placeholder: row == 0 ? "status 2xx, .id == 7, time < 2 s" : "another assertion")
    }
  }

  private var authorizationRows: [ComposerRow] {
    let kind = labelled("Kind", .authorizationKind)
    guard let authorization = draft.authorization else {
      return kind + [ComposerRow(kind: .note("No credentials are sent."))]
    }
    // A problem of credentials concerns all fields, so it is shown once above them.
    let field = authorization.scheme.fields.first { found.problem(at: .credential($0.name)) != nil }
    return kind
      + (field.map { problemRows(.credential($0.name)) } ?? [])
      + authorization.scheme.fields.map { field in
        fieldRow(
          Self.label(of: field), .credential(field.name),
          placeholder: field.secrecy == .secret
            ? "a \(field.text), or \(field.example), file:PATH, value:NAME" : "")
      }
  }

  private static func label(of field: AuthScheme.Field) -> String {
    let words = field.name.replacing(bytes: "-", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
