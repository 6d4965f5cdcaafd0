import ClientDocuments

/// The kind of input that a field accepts.
package enum FieldKind: Hashable, Sendable {
  case text
  case integer, number
  case boolean
  /// Exactly one of these options.
  case choice([FieldOption])
  /// Any number of these options.
  case severalOf([FieldOption])
  /// Any text, with options as proposals.
  case proposals([FieldOption])
  case date, dateTime
  /// The path of a file.
  case file
  /// A JSON text.
  case json
  /// A list whose elements can be added and removed.
  case list
  case object
  /// One of several shapes. The fields of the selected shape are below this field.
  case alternatives([FieldOption])
  /// Only `null`.
  case null
  /// The row that opens optional or deprecated fields, with their number.
  case more(Int)
  /// A part of the draft without a form field.
  case unmapped
}

/// An option of a field.
package struct FieldOption: Hashable, Sendable {
  /// The text that is displayed, and that the user can type.
  package let label: String
  package let summary: String
  /// The value as JSON text.
  let json: String

  init(_ label: String, summary: String = "", json: String? = nil) {
    self.label = label
    self.summary = summary
    self.json = json ?? JSONText.quoted(label)
  }

  /// Returns options for the JSON texts of allowed values. Labels have no quotes, unless both `1`
  /// and `"1"` are allowed.
  static func all(_ choices: [String]) -> [FieldOption] {
    let labels = choices.map { FormValue(known: $0).plain ?? $0 }
    let isClear = Set(labels).count == labels.count
    return zip(labels, choices).map { FieldOption(isClear ? $0 : $1, json: $1) }
  }
}

extension Schema {
  /// Whether the schema describes neither an object nor alternatives.
  var isScalar: Bool {
    switch kind {
    case .object, .oneOf: false
    case .any, .text, .integer, .number, .boolean, .null, .binary, .list: true
    }
  }

  /// Returns the kind of input for the schema.
  ///
  /// - Parameter items: The schema of list elements, or of the additional members of an object.
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
    case .boolean: return .boolean
    case .null: return .null
    case .binary: return .file
    case .list:
      guard let items, !items.choices.isEmpty else { return .list }
      return .severalOf(FieldOption.all(items.choices))
    // An object whose members are not described is typed as JSON.
    case .object(let properties, _):
      return properties.isEmpty && items?.kind == .any && items?.choices.isEmpty == true
        ? .json : .object
    case .oneOf: return .alternatives([])
    }
  }
}
