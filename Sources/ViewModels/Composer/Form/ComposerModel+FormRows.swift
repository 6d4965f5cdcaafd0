import ClientCatalogs
import ClientModel

/// The rows of the form's tab.
extension ComposerModel {
  /// Sections with headings, their fields, and below each what is wrong with it.
  var formRows: [ComposerRow] {
    guard let form else { return [] }
    var rows: [ComposerRow] = []
    var section: FormSection?
    for row in form.rows {
      if row.section != section {
        rows.append(ComposerRow(kind: .heading(row.section.heading)))
        section = row.section
      }
      let field = ComposerField.form(row.id)
      rows.append(
        ComposerRow(
          kind: .form(FormLine(row)), fields: [field],
          texts: [hidesText(of: field) ? Secret.mask : shown(row)]))
      if let problem = form.problem(at: row.id) {
        rows.append(ComposerRow(kind: .problem("\(problem.why) \(problem.whatToDo)")))
      }
    }
    if rows.isEmpty {
      rows.append(ComposerRow(kind: .note("This endpoint takes nothing: it can be sent as it is.")))
    }
    return rows
  }

  private func shown(_ row: FormRow) -> String {
    switch row.kind {
    case .severalOf(let options):
      let count = form?.form.picked(row.id).count ?? 0
      return count == 0 || options.count < 6
        ? row.value : "\(count) of \(options.count): \(row.value)"
    case .file:
      return fileSize(row.value).map { "\(row.value)  \($0)" } ?? row.value
    default: return row.shown
    }
  }

  /// What a person should know of the field at hand; nil where nothing is said of it.
  package var about: String? {
    guard case .form(let id) = cursor, let about = form?.row(id)?.about, !about.isEmpty else {
      return nil
    }
    return about
  }

  /// True when a form's text must not be seen, also while it is typed.
  func hidesForm(_ id: FieldID) -> Bool {
    guard let row = form?.row(id), row.isSecret, row.isGiven else { return false }
    let text = isTyping && cursor == .form(id) ? editing?.text ?? "" : row.value
    return !text.isEmpty && SecretReference(text) == nil && !text.begins(with: "{{")
  }
}

extension FormSection {
  fileprivate var heading: String {
    switch self {
    case .server: "Server"
    case .security: "Credentials"
    case .path: "Path"
    case .query: "Query"
    case .header: "Headers"
    case .cookie: "Cookies"
    case .body: "Body"
    case .kept: "Besides"
    }
  }
}
