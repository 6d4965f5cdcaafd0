/// The input of the user in one field.
enum FieldInput: Hashable, Sendable {
  /// A typed value, the label of an option or the path of a file.
  case text(String)
  /// The selected options in the order of selection.
  case picked([String])
  /// The numbers of the list elements, in list order.
  case items([Int])
  /// An object, with the members that are not in its schema.
  case object([FormMember])
  case alternative(Int)
  case null
  /// The JSON text of a value of the wrong kind.
  case json(String)
}

/// An object member that is not in the schema.
struct FormMember: Hashable, Sendable {
  let number: Int
  var name: String
}
