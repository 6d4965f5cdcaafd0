/// What was filled into one field.
enum FormAnswer: Hashable, Sendable {
  /// The typed text of a value, the label of a choice, the path of a file.
  case text(String)
  /// The chosen ones of several, in the order they were chosen.
  case picked([String])
  /// A list's elements in their order, each by its number.
  case items([Int])
  /// An object that is given, with the members that its schema does not name.
  case object([FormMember])
  case alternative(Int)
  case null
  /// A value that the field has no other way to hold, as JSON text.
  case json(String)
}

/// A member of an object that its schema does not name.
struct FormMember: Hashable, Sendable {
  let number: Int
  var name: String
}
