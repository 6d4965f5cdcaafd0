import ClientCatalogs
import ClientModel
import ClientPipeline

/// The texts of the fields of a request. Secrets can be masked.
package struct FieldTexts {
  let draft: Draft
  let form: ComposerForm?
  let typing: FieldTyping
  /// The field with the cursor.
  let cursor: ComposerField
  let names: CredentialNames

  /// Returns the text of a field, unmasked.
  package func text(of field: ComposerField) -> String {
    if case .form(let id) = field { return form?.row(id)?.value ?? "" }
    return draft.text(of: field)
  }

  /// The description of the selected form field. Nil if there is none.
  var about: String? {
    guard case .form(let id) = cursor, let about = form?.row(id)?.about, !about.isEmpty else {
      return nil
    }
    return about
  }

  /// Returns the displayed text of a field that is not being edited. Secrets are masked. References
  /// are shown by name.
  func shown(_ field: ComposerField) -> String {
    let text = text(of: field)
    if field == .url { return names.masked(text) }
    guard hides(field), !text.isEmpty else { return text }
    return Secret.mask
  }

  /// Returns the text of the field being edited. Returns nil for every other field.
  func typed(_ field: ComposerField) -> String? {
    cursor == field ? typing.buffer?.text : nil
  }

  /// Returns whether the text of a field must be masked, even while it is being typed.
  package func hides(_ field: ComposerField) -> Bool {
    // A body may be long, so the text of a body is not read.
    if field.hasLines || field == .url { return false }
    if case .cell(.json, _, _) = field { return false }
    if case .form(let id) = field { return hidesForm(id) }
    let text = typed(field) ?? draft.text(of: field)
    if typing.revealed == field || SecretReference(text) != nil { return false }
    let isHeader = if case .cell(.headers, _, _) = field { true } else { false }
    if TemplateText.isPublic(text, in: isHeader ? .header : .value) { return false }
    switch field {
    case .credential(let name):
      return draft.authorization?.scheme.fields.first { $0.name == name }?.secrecy == .secret
    case .option(.proxy): return text.contains(byte: "@")
    case .cell(let grid, let row, .value):
      let fields = draft.fields(grid)
      guard row < fields.count else { return false }
      if isHeader, holdsReference(fields[row], text) { return false }
      if fields[row].mark == .secret { return true }
      // A header with a name in the list is always a credential. A field of another kind, such as a
      // query value named `key`, is usually a credential. It is masked only while it is not being
      // typed.
      return grid == .headers
        ? names.contains(fields[row].name, in: .header)
        : names.contains(fields[row].name, in: .field) && typed(field) == nil
    default: return false
    }
  }

  /// Returns whether a header value is a scheme and a reference, such as `Bearer env:TOKEN`.
  private func holdsReference(_ header: DraftField, _ text: String) -> Bool {
    guard header.mark != .literal, let scheme = AuthenticationScheme(of: text, in: header.name)
    else { return false }
    return SecretReference(scheme.rest) != nil
  }

  /// Returns whether the text of a form field must be masked, even while it is being typed.
  private func hidesForm(_ id: FieldID) -> Bool {
    guard let row = form?.row(id), row.isSecret, row.isGiven else { return false }
    let text = typed(.form(id)) ?? row.value
    return !text.isEmpty && SecretReference(text) == nil && !text.begins(with: "{{")
  }
}

/// The rule for masking the text of a secret field. Templates are visible. Literal secrets are
/// masked.
enum TemplateText {
  /// The scheme names that precede a credential in a header. Source: IANA HTTP Authentication
  /// Schemes.
  private static let schemes = [
    "basic", "bearer", "digest", "dpop", "hoba", "mutual", "negotiate", "vapid", "scram-sha-256",
    "token", "apikey",
  ]

  enum Place { case header, value }

  /// Returns whether the text contains only templates. In a header, one name of an authentication
  /// scheme is allowed too. If there is no template, that name may be incomplete.
  static func isPublic(_ text: String, in place: Place) -> Bool {
    var (literal, rest) = ("", text[...])
    while let start = rest.firstRange(ofBytes: "{{") {
      literal += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstRange(ofBytes: "}}") else {
        rest = ""
        break
      }
      rest = rest[end.upperBound...]
    }
    literal += rest
    let words = literal.lowercased().words(at: " ")
    guard let word = words.first else { return literal != text || text.isEmpty }
    guard words.count == 1, place == .header else { return false }
    return schemes.contains(String(word))
      || text == literal && schemes.contains { $0.begins(with: String(word)) }
  }
}
