import ClientCatalogs

/// What a row of the form is besides its text, for whoever draws it.
package struct FormLine: Hashable, Sendable {
  /// How the row is filled in.
  package enum Control: Hashable, Sendable {
    /// Text is typed.
    case typed
    /// Chosen from a list.
    case chosen
    /// Others stand below it.
    case folded(ListRow.Fold)
    /// Only to be looked at, or taken away.
    case fixed
  }

  package let label: String
  /// 0 at the edge.
  package let depth: Int
  package let isRequired: Bool
  /// Deprecated, or another input was chosen in its place.
  package let isFaint: Bool
  /// What an open field shows: its default, an example, its constraints.
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
  /// Where text is typed.
  var isTyped: Bool {
    switch kind {
    case .text, .integer, .number, .date, .dateTime, .file, .json: true
    // An object or a list for which other JSON stands.
    case .object, .list, .alternatives: isGiven && fold == nil && !value.isEmpty
    case .truth, .choice, .severalOf, .proposals, .null, .more, .unmapped: false
    }
  }

  var isChosen: Bool {
    switch kind {
    case .truth, .choice, .severalOf, .proposals, .null: true
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

  /// What the row shows, on one line.
  var shown: String {
    switch kind {
    case .more(let count): return "\(count) more"
    // Its members stand below.
    case .object where fold == .open: return ""
    default: return isGiven && value.isEmpty && isTyped ? "\"\"" : value
    }
  }

  fileprivate var placeholder: String {
    if let standard { return "\(standard) by default" }
    switch kind {
    case .choice(let options): return "one of \(options.count)"
    case .severalOf(let options): return "any of \(options.count)"
    case .alternatives(let options): return "one of \(options.count) shapes"
    case .truth: return "true or false"
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

  /// The field's description in one line: the catalog's words, and its constraints.
  var about: String {
    var words: [String] = []
    let summary = CatalogsModel.line(summary)
    if !summary.isEmpty { words.append(summary.ends(with: ".") ? summary : summary + ".") }
    if isDeprecated { words.append("Deprecated.") }
    if !isSent { words.append("Not sent: another was chosen.") }
    let demand = [isRequired ? "required" : "", bounds].filter { !$0.isEmpty }.joined(
      separator: ", ")
    if !demand.isEmpty { words.append(demand.prefix(1).uppercased() + demand.dropFirst() + ".") }
    if let standard { words.append("Default \(standard).") }
    if let example { words.append("Example: \(CatalogsModel.line(example)).") }
    return words.isEmpty ? "" : "\(label): \(words.joined(separator: " "))"
  }
}
