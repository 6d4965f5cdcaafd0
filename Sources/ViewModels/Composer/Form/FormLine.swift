import ClientCatalogs

/// The presentation of a form row. Its text is not included.
package struct FormLine: Hashable, Sendable {
  /// The control for filling in the row.
  package enum Control: Hashable, Sendable {
    /// The user types text.
    case typed
    /// The user chooses from a list.
    case chosen
    /// The row has child rows.
    case folded(ListRow.Fold)
    /// The user can only view or remove the value.
    case fixed
  }

  package let label: String
  /// The indentation level, from 0.
  package let depth: Int
  package let isRequired: Bool
  /// Whether the field is deprecated, or not sent because the user chose another alternative.
  package let isFaint: Bool
  /// The placeholder of an empty field: its default, an example or its constraints.
  package let placeholder: String
  package let control: Control

  init(_ row: FormRow) {
    label = row.label
    depth = row.depth
    isRequired = row.isRequired
    isFaint = row.isDeprecated || !row.isSent
    placeholder = row.placeholder
    control = row.control
  }
}

extension FormRow {
  /// Whether the user types the value of the field as text.
  var isTyped: Bool {
    switch kind {
    case .text, .integer, .number, .date, .dateTime, .file, .json: true
    // An object or a list is typed if arbitrary JSON has replaced the value.
    case .object, .list, .alternatives: isGiven && fold == nil && !value.isEmpty
    case .boolean, .choice, .severalOf, .proposals, .null, .more, .unmapped: false
    }
  }

  var isChosen: Bool {
    switch kind {
    case .boolean, .choice, .severalOf, .proposals, .null: true
    case .alternatives: !isTyped
    default: false
    }
  }

  var options: [FieldOption] {
    switch kind {
    case .choice(let options), .severalOf(let options), .proposals(let options),
      .alternatives(let options):
      options
    default: []
    }
  }

  fileprivate var control: FormLine.Control {
    if isTyped { return .typed }
    if isChosen { return .chosen }
    switch fold {
    case .open: return .folded(.open)
    case .closed: return .folded(.closed)
    case nil: return .fixed
    }
  }

  /// The text of the row in one line.
  var shown: String {
    switch kind {
    case .more(let count): return "\(count) more"
    // The members of an expanded object are shown in their own rows.
    case .object where fold == .open: return ""
    default: return isGiven && value.isEmpty && isTyped ? "\"\"" : value
    }
  }

  fileprivate var placeholder: String {
    if let defaultValue { return "\(defaultValue) by default" }
    switch kind {
    case .choice(let options): return "one of \(options.count)"
    case .severalOf(let options): return "any of \(options.count)"
    case .alternatives(let options): return "one of \(options.count) shapes"
    case .boolean: return "true or false"
    case .list: return "no element yet"
    case .null, .more, .unmapped, .object: return ""
    case .proposals: break
    case .file: return "path of a file"
    case .text, .integer, .number, .date, .dateTime, .json: break
    }
    if isSecret { return "such as env:NAME" }
    if let example { return "such as \(CatalogsModel.line(example))" }
    if !bounds.isEmpty { return bounds }
    switch kind {
    case .integer: return "a whole number"
    case .number: return "a number"
    case .date: return "such as 2026-11-21"
    case .dateTime: return "such as 2026-11-21T19:18:58Z"
    case .json: return "JSON"
    default: return ""
    }
  }

  /// The description of the field in one line. It consists of the catalog's summary and the
  /// constraints.
  var about: String {
    var words: [String] = []
    let summary = CatalogsModel.line(summary)
    if !summary.isEmpty { words.append(summary.ends(with: ".") ? summary : summary + ".") }
    if isDeprecated { words.append("Deprecated.") }
    if !isSent { words.append("Not sent: another alternative was chosen.") }
    let demand = [isRequired ? "required" : "", bounds].filter { !$0.isEmpty }.joined(
      separator: ", ")
    if !demand.isEmpty { words.append(demand.prefix(1).uppercased() + demand.dropFirst() + ".") }
    if let defaultValue { words.append("Default \(defaultValue).") }
    if let example { words.append("Example: \(CatalogsModel.line(example)).") }
    return words.isEmpty ? "" : "\(label): \(words.joined(separator: " "))"
  }
}
