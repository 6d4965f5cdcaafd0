/// One line of a form as a screen shows it.
package struct FormRow: Hashable, Sendable, Identifiable {
  package enum Fold: Hashable, Sendable { case open, closed }

  package let id: FieldID
  package let section: FormSection
  /// How deep it stands within objects and lists; 0 at the section's edge.
  package let depth: Int
  package let label: String
  package let kind: FieldKind
  /// What was filled in, on one line: a text, the labels chosen, how many elements. Secrets in clear:
  /// a screen hides those of `isSecret`.
  package let value: String
  /// Whether anything was filled in, be it an empty text.
  package let isGiven: Bool
  package let isRequired: Bool
  package let isDeprecated: Bool
  /// Its text is a secret: best a reference such as `env:NAME`.
  package let isSecret: Bool
  /// False for an input in whose place another was chosen.
  package let isSent: Bool
  /// `remove` removes the row itself: an element, a member, an unmapped part of the draft.
  package let isRemovable: Bool
  /// `addMember` may add members that the catalog does not name.
  package let takesMembers: Bool
  package let isNullable: Bool
  /// Nil for what has nothing to unfold.
  package let fold: Fold?
  /// CommonMark from the catalog, so not safe to draw as it is.
  package let summary: String
  /// The catalog's example and default as texts, from outside as well; nil without one.
  package let example: String?
  package let standard: String?
  /// The bounds of a value, in words; empty when any value is valid.
  package let bounds: String
  package let problems: [FormProblem]
}

/// Why a form cannot be sent, at the field where it is to be corrected.
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
