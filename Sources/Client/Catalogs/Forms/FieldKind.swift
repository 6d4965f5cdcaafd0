import ClientDocuments

/// How a field is filled in.
package enum FieldKind: Hashable, Sendable {
  case text
  case integer, number
  case truth
  /// One of these and nothing else.
  case choice([FieldOption])
  /// Any number of these.
  case severalOf([FieldOption])
  /// A text for which these are proposed.
  case proposals([FieldOption])
  case date, dateTime
  /// The path of a file.
  case file
  /// A JSON text.
  case json
  /// Elements that can be added and removed.
  case list
  case object
  /// Exactly one of several shapes; the chosen one's fields follow.
  case alternatives([FieldOption])
  /// Nothing but `null`.
  case null
  /// The row behind which so many optional or deprecated fields are folded.
  case more(Int)
  /// A part of the draft for which the form has no field.
  case unmapped
}

/// One thing that can be chosen.
package struct FieldOption: Hashable, Sendable {
  /// What is shown, typed and given to `choose`.
  package let label: String
  package let summary: String
  /// The value, as JSON text.
  let json: String

  init(_ label: String, summary: String = "", json: String? = nil) {
    self.label = label
    self.summary = summary
    self.json = json ?? JSONText.quoted(label)
  }

  /// Options of a schema's JSON texts: texts by themselves, unless `1` and `"1"` are both there.
  static func all(_ choices: [String]) -> [FieldOption] {
    let labels = choices.map { FormValue(known: $0).plain ?? $0 }
    let isClear = Set(labels).count == labels.count
    return zip(labels, choices).map { FieldOption(isClear ? $0 : $1, json: $1) }
  }
}

extension Schema {
  /// False for a schema whose values may be objects.
  var isScalar: Bool {
    switch kind {
    case .object, .oneOf: false
    case .any, .text, .integer, .number, .truth, .null, .binary, .list: true
    }
  }

  /// - Parameter items: What a list's elements are, or the members that an object does not name.
  func fieldKind(items: Schema?) -> FieldKind {
    guard choices.isEmpty else { return .choice(FieldOption.all(choices)) }
    switch kind {
    case .any: return .json
    case .text:
      switch format {
      case "date": return .date
      case "date-time": return .dateTime
      default: return .text
      }
    case .integer: return .integer
    case .number: return .number
    case .truth: return .truth
    case .null: return .null
    case .binary: return .file
    case .list:
      guard let items, !items.choices.isEmpty else { return .list }
      return .severalOf(FieldOption.all(items.choices))
    // One of which nothing is said is typed.
    case .object(let properties, _):
      return properties.isEmpty && items?.kind == .any && items?.choices.isEmpty == true
        ? .json : .object
    case .oneOf: return .alternatives([])
    }
  }
}
