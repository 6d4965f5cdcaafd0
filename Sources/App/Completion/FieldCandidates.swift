import ClientCatalogs
import ClientModel

/// The fields of an endpoint's form. If a field has a fixed set of values, they are offered too.
struct FieldCandidates {
  let form: EndpointForm
  private let rows: [String: FormRow]

  init(_ form: EndpointForm) {
    self.form = form
    var rows: [String: FormRow] = [:]
    var unfolded = form
    for row in form.rows where row.fold == .closed { unfolded.unfold(row.id) }
    let names = unfolded.fieldNames
    for row in unfolded.rows {
      if let name = names.name(of: row.id), rows[name] == nil { rows[name] = row }
    }
    self.rows = rows
  }

  /// Returns the candidates for a field. If the name of the field is complete, returns the
  /// candidates for its value.
  ///
  /// - Parameter given: The earlier words. A field that can be set only once is not offered again.
  func candidates(for prefix: String, given: [String]) -> [CompletionCandidate] {
    if let (name, _) = prefix.cut(at: "="), let row = rows[String(name)] {
      return row.options.map { CompletionCandidate("\(name)=\($0.label)", $0.summary) }
    }
    return form.names.filter { name in
      rows[name]?.isRepeatable == true
        || !given.contains {
          $0.begins(with: name) && $0.dropping(bytes: name.utf8.count).isItemEnd
        }
    }.map { name in
      let row = rows[name]
      let notes = [row?.isRequired == true ? "required" : "", row?.summary ?? ""]
      return CompletionCandidate(
        name + (row?.separator ?? "="), notes.filter { !$0.isEmpty }.joined(separator: " · "))
    }
  }
}

extension Substring {
  /// Whether the text begins with a separator. The separator ends the name of an item.
  fileprivate var isItemEnd: Bool {
    begins(with: "=") || begins(with: ":=") || begins(with: "@")
  }
}

extension FormRow {
  /// The separator between the field's name and its value.
  fileprivate var separator: String {
    switch kind {
    case .file: "@"
    case .json: ":="
    default: "="
    }
  }

  fileprivate var options: [(label: String, summary: String)] {
    switch kind {
    case .choice(let options), .severalOf(let options), .proposals(let options):
      options.map { ($0.label, $0.summary) }
    case .boolean: [("true", ""), ("false", "")]
    default: []
    }
  }

  fileprivate var isRepeatable: Bool {
    switch kind {
    case .list, .severalOf: true
    default: false
    }
  }
}
