/// One row of a form, as displayed.
package struct FormRow: Hashable, Sendable, Identifiable {
  package enum Fold: Hashable, Sendable { case open, closed }

  package let id: FieldID
  package let section: FormSection
  /// The nesting level in objects and lists; 0 at the top of the section.
  package let depth: Int
  package let label: String
  package let kind: FieldKind
  /// The entered value on one line: text, the selected labels, or the number of elements. Secrets
  /// are in plain text. The UI hides the value if `isSecret`.
  package let value: String
  /// Whether a value was entered, even an empty text.
  package let isGiven: Bool
  package let isRequired: Bool
  package let isDeprecated: Bool
  /// Whether the text is a secret. A reference such as `env:NAME` is preferable to the secret
  /// itself.
  package let isSecret: Bool
  /// Whether the input is sent. The input is not sent if another input of its rule was selected.
  package let isSent: Bool
  /// Whether `remove` removes the row itself: an element, a member, or an unmapped part of the
  /// draft.
  package let isRemovable: Bool
  /// Whether `addMember` can add members that the catalog does not define.
  package let takesMembers: Bool
  package let isNullable: Bool
  /// The fold state of the row, or nil if the row has nothing to open.
  package let fold: Fold?
  /// The description in CommonMark from the catalog. Untrusted: not safe to draw.
  package let summary: String
  /// The catalog's example as text, or nil if there is none. It is untrusted.
  package let example: String?
  /// The catalog's default as text, or nil if there is none. It is untrusted.
  package let defaultValue: String?
  /// The bounds of a value as text, or an empty string if any value is valid.
  package let bounds: String
  package let problems: [FormProblem]
}

/// A reason why a form cannot be sent, with the field to correct.
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
