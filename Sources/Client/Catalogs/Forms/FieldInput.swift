/// The value of one field as entered.
enum FieldInput: Hashable, Sendable {
  /// A typed value, an option's label or a file's path.
  case text(String)
  /// The selected options in the order of selection.
  case picked([String])
  /// The numbers of list elements in order.
  case items([Int])
  /// An object that has a value. The members are those that are not in its schema.
  case object([FormMember])
  case alternative(Int)
  case null
  /// JSON text of a value with the wrong kind.
  case json(String)
}

/// An object member that is not in the schema.
struct FormMember: Hashable, Sendable {
  let number: Int
  var name: String
}
