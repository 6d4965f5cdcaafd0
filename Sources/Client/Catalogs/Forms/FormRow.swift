/// A row of a form as displayed.
package struct FormRow: Hashable, Sendable, Identifiable {
  package enum Fold: Hashable, Sendable { case open, closed }

  package let id: FieldID
  package let section: FormSection
  /// The nesting level in objects and lists, which is 0 at the top of a section.
  package let depth: Int
  package let label: String
  package let kind: FieldKind
  /// The value on one line: text, selected labels or the number of elements. If `isSecret` is true,
  /// the UI must hide it.
  package let value: String
  /// Whether a value was entered, which may be an empty text.
  package let isGiven: Bool
  package let isRequired: Bool
  package let isDeprecated: Bool
  /// Whether the value is a secret, or a reference to one.
  package let isSecret: Bool
  /// Whether the input is sent. False if another input of its exactly-one rule is selected.
  package let isSent: Bool
  /// Whether the row can be removed because it is an element, a member or an unmapped part.
  package let isRemovable: Bool
  /// Whether `addMember` can add members that are not in the catalog.
  package let takesMembers: Bool
  package let isNullable: Bool
  /// The fold state, or nil if the row cannot be opened.
  package let fold: Fold?
  /// The catalog's description in CommonMark. Untrusted: not safe to draw.
  package let summary: String
  /// The catalog's example as text, or nil. Untrusted: not safe to draw.
  package let example: String?
  /// The catalog's default as text, or nil. Untrusted: not safe to draw.
  package let defaultValue: String?
  /// The bounds as text, or an empty string if any value is valid.
  package let bounds: String
  package let problems: [FormProblem]
}

/// A reason why a form cannot be sent, and the field to correct.
package struct FormProblem: Error, Hashable, Sendable {
  package let field: FieldID
  package let what: String
  package let why: String
  package let whatToDo: String

  init(_ field: FieldID, what: String, why: String, whatToDo: String) {
    self.field = field
    self.what = what
    self.why = why
    self.whatToDo = whatToDo
  }
}
