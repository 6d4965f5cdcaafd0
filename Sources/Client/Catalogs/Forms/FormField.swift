import ClientModel

/// A field of a form, as the catalog describes it.
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
  /// The example as JSON or plain text.
  var example: String?
  /// Whether the input may be a single value or a list.
  var isBulk = false
  /// The property that identifies this alternative, and the value of the property.
  var tag: (property: String, word: String)?
  /// The context of the value: JSON, in which values have types, or a URL, header or form, in which
  /// every value is text.
  var setting = Setting.json {
    didSet {
      // A value of unknown type outside JSON is text, and so is a file in JSON.
      if kind == (setting == .text ? .json : .file) { kind = .text }
    }
  }

  enum Setting: Hashable { case json, text }

  var takesMembers: Bool {
    if case .object(_, .some) = schema.kind { kind == .object } else { false }
  }
}

extension Schema.Kind {
  /// The name of the kind in messages and options.
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
