/// One line of a form as a screen shows it.
public struct FormRow: Hashable, Sendable, Identifiable {
  public enum Fold: Hashable, Sendable { case open, closed }

  public let id: FieldID
  public let section: FormSection
  /// How deep it stands within objects and lists; 0 at the section's edge.
  public let depth: Int
  public let label: String
  public let kind: FieldKind
  /// What was filled in, on one line: a text, the labels chosen, how many elements. Secrets in clear:
  /// a screen hides those of `isSecret`.
  public let value: String
  /// Whether anything was filled in, be it an empty text.
  public let isGiven: Bool
  public let isRequired: Bool
  public let isDeprecated: Bool
  /// Its text is a secret: best a reference such as `env:NAME`.
  public let isSecret: Bool
  /// False for an input in whose place another was chosen.
  public let isSent: Bool
  /// `remove` takes the row itself away: an element, a member, a kept part of the draft.
  public let isRemovable: Bool
  /// `addMember` may add members that the catalog does not name.
  public let takesMembers: Bool
  public let isNullable: Bool
  /// Nil for what has nothing to unfold.
  public let fold: Fold?
  /// CommonMark from the catalog, so not safe to draw as it is.
  public let summary: String
  /// The catalog's example and default as texts, from outside as well; nil without one.
  public let example: String?
  public let standard: String?
  /// What a value must keep to, in words; empty when everything will do.
  public let bounds: String
  public let problems: [FormProblem]
}

/// Why a form cannot be sent, at the field where it is to be mended.
public struct FormProblem: Error, Hashable, Sendable {
  public let field: FieldID
  public let what: String
  public let why: String
  public let whatToDo: String

  init(_ field: FieldID, what: String, why: String, whatToDo: String) {
    self.field = field
    self.what = what
    self.why = why
    self.whatToDo = whatToDo
  }
}
