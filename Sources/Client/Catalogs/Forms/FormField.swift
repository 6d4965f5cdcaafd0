import ClientModel

/// One field of a form, as the catalog describes it.
struct FormField {
  let id: FieldID
  /// The name in the request.
  let name: String
  let schema: Schema
  var kind: FieldKind
  var isRequired = false
  var isDeprecated = false
  var isSecret = false
  var summary = ""
  /// The example as JSON text or plain text.
  var example: String?
  /// Whether the value can be one value or several.
  var isBulk = false
  /// The property that identifies this alternative, and its value.
  var tag: (property: String, word: String)?
  /// The position of the value: in JSON, or in a URL, a header or a form, where every value is
  /// text.
  var setting = Setting.json {
    didSet {
      // In a text setting, a value of unknown type is text. JSON cannot contain a file.
      if kind == (setting == .text ? .json : .file) { kind = .text }
    }
  }

  enum Setting: Hashable { case json, text }

  var takesMembers: Bool {
    if case .object(_, .some) = schema.kind { kind == .object } else { false }
  }
}

extension Schema.Kind {
  /// The name of the kind for a user who selects between kinds.
  var word: String {
    switch self {
    case .any: "any value"
    case .text: "text"
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    case .binary: "a file"
    case .list: "a list"
    case .object: "an object"
    case .oneOf: "one of several"
    }
  }
}
