/// The value that was entered in one field.
enum FieldInput: Hashable, Sendable {
  /// The typed text of a value, the label of an option, or the path of a file.
  case text(String)
  /// The selected options, in the order of selection.
  case picked([String])
  /// The numbers of a list's elements, in order.
  case items([Int])
  /// An object with a value, with the members that its schema does not define.
  case object([FormMember])
  case alternative(Int)
  case null
  /// A value as JSON text that does not match the kind of the field.
  case json(String)
}

/// An object member that is not defined in the object's schema.
struct FormMember: Hashable, Sendable {
  let number: Int
  var name: String
}
