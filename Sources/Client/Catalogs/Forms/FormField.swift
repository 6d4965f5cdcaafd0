import ClientModel

/// One place of a form where something can be filled in, as the catalog describes it.
struct FormField {
  let id: FieldID
  /// The name on the wire.
  let name: String
  let schema: Schema
  var kind: FieldKind
  var isRequired = false
  var isDeprecated = false
  var isSecret = false
  var summary = ""
  /// JSON text or plain text.
  var example: String?
  /// May be one value or several.
  var isBulk = false
  /// The property that says which alternative this is, and its word.
  var tag: (property: String, word: String)?
  /// Whether the value stands in JSON, or in a URL, a header or a form, where everything is text.
  var setting = Setting.json {
    didSet {
      // Where everything is text, a value without a type is one; in JSON no file can stand.
      if kind == (setting == .text ? .json : .file) { kind = .text }
    }
  }

  enum Setting: Hashable { case json, text }

  var takesMembers: Bool {
    if case .object(_, .some) = schema.kind { kind == .object } else { false }
  }
}

extension Schema.Kind {
  /// For a person choosing between kinds.
  var word: String {
    switch self {
    case .any: "any value"
    case .text: "a text"
    case .integer: "a whole number"
    case .number: "a number"
    case .truth: "true or false"
    case .null: "null"
    case .binary: "a file"
    case .list: "a list"
    case .object: "an object"
    case .oneOf: "one of several"
    }
  }
}
