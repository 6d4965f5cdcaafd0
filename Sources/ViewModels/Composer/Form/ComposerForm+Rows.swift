import ClientCatalogs
import ClientModel

/// The rows of the form tab.
extension ComposerForm {
  /// Returns the section headings and the fields below them. The problem of a field is in the row
  /// below the field.
  ///
  /// - Parameter text: Returns the text that a field shows.
  func composerRows(_ text: (FormRow) -> String) -> [ComposerRow] {
    var result: [ComposerRow] = []
    var section: FormSection?
    for row in rows {
      if row.section != section {
        result.append(ComposerRow(kind: .heading(row.section.heading)))
        section = row.section
      }
      result.append(
        ComposerRow(kind: .form(FormLine(row)), fields: [.form(row.id)], texts: [text(row)]))
      if let problem = problem(at: row.id) {
        result.append(ComposerRow(kind: .problem("\(problem.why) \(problem.whatToDo)")))
      }
    }
    if result.isEmpty {
      result.append(
        ComposerRow(
          kind: .note("This endpoint has no parameters. The request can be sent as it is.")))
    }
    return result
  }

  /// Returns the text of a field that is not secret. The text of a file includes its size. The text
  /// of a choice with at least six options includes the number of chosen options.
  func shown(_ row: FormRow, _ folders: FolderListings) -> String {
    switch row.kind {
    case .severalOf(let options):
      let count = form.picked(row.id).count
      return count == 0 || options.count < 6
        ? row.value : "\(count) of \(options.count): \(row.value)"
    case .file: return folders.size(of: row.value).map { "\(row.value)  \($0)" } ?? row.value
    default: return row.shown
    }
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
    case .unmapped: "Not in the catalog"
    }
  }
}
