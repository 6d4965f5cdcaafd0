/// A row of a form as displayed.
package struct FormRow: Hashable, Sendable, Identifiable {
  package enum Fold: Hashable, Sendable { case open, closed }

  package let id: FieldID
  package let section: FormSection
  /// The nesting level in objects and lists. It is 0 at the top of a section.
  package let depth: Int
  package let label: String
  package let kind: FieldKind
  /// The value on one line: text, selected labels or the number of elements. A secret is in plain
  /// text, so the UI must hide it if `isSecret` is true.
  package let value: String
  /// Whether a value was entered. An empty text counts.
  package let isGiven: Bool
  package let isRequired: Bool
  package let isDeprecated: Bool
  /// Whether the text is a secret. A reference such as `env:NAME` is better than the secret itself.
  package let isSecret: Bool
  /// Whether the input is sent. It is not sent if another input of its rule is selected.
  package let isSent: Bool
  /// Whether `remove` removes the row: an element, a member or an unmapped part.
  package let isRemovable: Bool
  /// Whether `addMember` can add members that are not in the catalog.
  package let takesMembers: Bool
  package let isNullable: Bool
  /// The fold state. Nil if there is nothing to open.
  package let fold: Fold?
  /// The catalog's description in CommonMark. It is untrusted, so it is not safe to draw.
  package let summary: String
  /// The catalog's example as text. Nil if there is none. It is untrusted.
  package let example: String?
  /// The catalog's default as text. Nil if there is none. It is untrusted.
  package let defaultValue: String?
  /// The bounds as text. Empty if any value is valid.
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
