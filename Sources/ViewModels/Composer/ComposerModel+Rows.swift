import ClientCatalogs
package import ClientModel
import ClientPipeline

/// A row of the current tab.
package struct ComposerRow: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case heading(String)
    /// A name and a value side by side, followed by the row's mark.
    case pair(DraftField.Mark)
    /// A label and one field.
    case field(label: String, placeholder: String)
    /// A line of the body, with its index from 0.
    case body(Int)
    /// A read-only row.
    case note(String)
    case problem(String)
    /// A field of the typed form.
    case form(FormLine)
  }

  package let kind: Kind
  package var fields: [ComposerField] = []
  package var texts: [String] = []

  package var field: ComposerField? { fields.first }
  /// Not inlined, because the optimizer of Swift 6.3.1 otherwise fails on a borrow in the callers.
  @inline(never)
  package var bodyLine: Int? { if case .body(let line) = kind { line } else { nil } }
}

extension ComposerModel {
  /// The rows of the current tab. Problems are below their fields.
  package var rows: ComposerRows {
    guard tab == .body else { return ComposerRows(fixedRows) }
    return ComposerRows(bodyRows, bodyLines)
  }

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
      return gatewayRows
        + OptionField.allCases.flatMap(optionRows)
        + labelled(
          "Idempotency", .idempotencyKey, placeholder: "none; auto makes a key for each job")
        + assertionRows
    case .preview:
      return RequestPreview(
        examination: examination, problems: problems, columns: columns
      ).rows
    }
  }

  /// Returns the text of a field, unmasked.
  package func text(of field: ComposerField) -> String {
    if case .form(let id) = field { return form?.row(id)?.value ?? "" }
    return draft.text(of: field)
  }

  /// Returns the text of a field that is not being typed: secrets as dots, references by name.
  package func shown(_ field: ComposerField) -> String {
    let text = text(of: field)
    if field == .url { return gateways.credentialNames.masked(text) }
    guard hidesText(of: field), !text.isEmpty else { return text }
    return Secret.mask
  }

  /// Returns whether the text of a field must be hidden, also while it is typed.
  package func hidesText(of field: ComposerField) -> Bool {
    // A body may be long, so its text is not read.
    if field == .body || field == .url { return false }
    if case .form(let id) = field { return hidesForm(id) }
    let text = isTyping && cursor == field ? editing?.text ?? "" : draft.text(of: field)
    if revealed == field || SecretReference(text) != nil { return false }
    let isHeader = if case .cell(.headers, _, _) = field { true } else { false }
    if TemplateText.isPublic(text, in: isHeader ? .header : .value) { return false }
    switch field {
    case .credential(let name):
      return draft.authorization?.scheme.fields.first { $0.name == name }?.secrecy == .secret
    case .option(.proxy): return text.contains(byte: "@")
    case .cell(let grid, let row, .value):
      let fields = draft.fields(grid)
      guard row < fields.count else { return false }
      if isHeader, holdsReference(fields[row], text) { return false }
      if fields[row].mark == .secret { return true }
      let names = gateways.credentialNames
      // A header in the list is always a credential. A field in the list, such as `key`, usually is
      // a credential, but its text stays visible while it is typed.
      return grid == .headers
        ? names.contains(fields[row].name, in: .header)
        : names.contains(fields[row].name, in: .field) && !(isTyping && cursor == field)
    default: return false
    }
  }

  /// Returns whether a header's value is a scheme and a reference, such as `Bearer env:TOKEN`.
  private func holdsReference(_ header: DraftField, _ text: String) -> Bool {
    guard header.mark != .literal, let scheme = AuthenticationScheme(of: text, in: header.name)
    else { return false }
    return SecretReference(scheme.rest) != nil
  }

  /// Returns whether the text of a form field must be hidden, also while it is typed.
  private func hidesForm(_ id: FieldID) -> Bool {
    guard let row = form?.row(id), row.isSecret, row.isGiven else { return false }
    let text = isTyping && cursor == .form(id) ? editing?.text ?? "" : row.value
    return !text.isEmpty && SecretReference(text) == nil && !text.begins(with: "{{")
  }

  /// The rows of the form tab.
  var formRows: [ComposerRow] {
    guard let form else { return [] }
    return form.composerRows { row in
      hidesText(of: .form(row.id)) ? Secret.mask : form.shown(row, folders)
    }
  }

  /// The description of the selected field of the form, or nil if there is none.
  package var about: String? {
    guard case .form(let id) = cursor, let about = form?.row(id)?.about, !about.isEmpty else {
      return nil
    }
    return about
  }

  /// The row of the gateway. The row is shown if there is a choice or the chosen gateway no longer
  /// exists.
  private var gatewayRows: [ComposerRow] {
    guard !gateways.all.isEmpty || draft.gateway != nil else { return [] }
    let row = ComposerRow(
      kind: .field(label: "Gateway", placeholder: ""), fields: [.gateway],
      texts: [words.shownGateway(of: draft)])
    return [row] + problemRows(.gateway)
  }

  private func grid(_ grid: ComposerField.Grid) -> [ComposerRow] {
    let fields = draft.fields(grid)
    var rows: [ComposerRow] = []
    // The empty row after the last one adds an entry. Path variables have none, because the URL
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

  /// Returns the rows for the file name and media type of a part. A file has defaults for both.
  private func partRows(_ row: Int, of value: String) -> [ComposerRow] {
    let isFile = value.begins(with: "@")
    return labelled(
      "  File name", .part(row: row, .fileName), placeholder: isFile ? "the file's own" : "none")
      + labelled(
        "  Type", .part(row: row, .mediaType), placeholder: isFile ? "by the file's name" : "none")
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

  private func optionRows(_ option: OptionField) -> [ComposerRow] {
    let row = fieldRow(
      option.label, .option(option), placeholder: option.placeholder, unit: option.unit)
    return [row] + problemRows(.option(option))
  }

  private func problemRows(_ field: ComposerField) -> [ComposerRow] {
    problem(at: field).map { [ComposerRow(kind: .problem("\($0.why) \($0.whatToDo)"))] } ?? []
  }

  private var bodyRows: [ComposerRow] {
    var rows = labelled("Kind", .bodyKind)
    switch draft.body {
    case .none: rows.append(ComposerRow(kind: .note("No body is sent.")))
    case .json: break
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
    if isCheckDelayed {
      rows.insert(
        ComposerRow(kind: .note("Larger than 256 KiB: checked when you leave the body.")), at: 1)
    } else if let bodyFault, draft.bodyKind == .json {
      rows.insert(ComposerRow(kind: .problem(bodyFault.sentence)), at: 1)
    } else if let problem = problem(at: .body) {
      rows.insert(ComposerRow(kind: .problem("\(problem.why) \(problem.whatToDo)")), at: 1)
    }
    return rows
  }

  private var bodyLines: ComposerRows.Lines {
    switch draft.body {
    case .json, .text:
      if cursor == .body, let editing { return .typed(editing) }
      return .draft(draftLines)
    default: return .none
    }
  }

  /// The assertions on each response, and an empty row for a new one.
  private var assertionRows: [ComposerRow] {
    (0...draft.assertions.count).flatMap { row in
      labelled(
        row == 0 ? "Assert" : "", .assertion(row),
        placeholder: row == 0 ? "status 2xx, .id == 7, time < 2 s" : "one more")
    }
  }

  private var authorizationRows: [ComposerRow] {
    let kind = labelled("Kind", .authorizationKind)
    guard let authorization = draft.authorization else {
      return kind + [ComposerRow(kind: .note("No credentials are sent."))]
    }
    // A problem of the credentials applies to all of their fields.
    let field = authorization.scheme.fields.first { problem(at: .credential($0.name)) != nil }
    return kind
      + (field.map { problemRows(.credential($0.name)) } ?? [])
      + authorization.scheme.fields.map { field in
        fieldRow(
          Self.label(of: field), .credential(field.name),
          placeholder: field.secrecy == .secret ? "a \(field.words), or \(field.example)" : "")
      }
  }

  private static func label(of field: AuthScheme.Field) -> String {
    let words = field.name.replacing(bytes: "-", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

/// The rule for hiding the text of a secret field: templates are visible, literal secrets are
/// hidden.
enum TemplateText {
  /// The scheme names before a credential in a header. Source: IANA HTTP Authentication Schemes.
  private static let schemes = [
    "basic", "bearer", "digest", "dpop", "hoba", "mutual", "negotiate", "vapid", "scram-sha-256",
    "token", "apikey",
  ]

  enum Place { case header, value }

  /// Returns whether a text consists of templates. In a header, the text may also contain one name
  /// of an authentication scheme, complete or partly typed.
  static func isPublic(_ text: String, in place: Place) -> Bool {
    var (literal, rest) = ("", text[...])
    while let start = rest.firstRange(ofBytes: "{{") {
      literal += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstRange(ofBytes: "}}") else {
        rest = ""
        break
      }
      rest = rest[end.upperBound...]
    }
    literal += rest
    let words = literal.lowercased().words(at: " ")
    guard let word = words.first else { return literal != text || text.isEmpty }
    guard words.count == 1, place == .header else { return false }
    return schemes.contains(String(word))
      || text == literal && schemes.contains { $0.begins(with: String(word)) }
  }
}
