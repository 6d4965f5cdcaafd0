/// The text of the edited field, and the texts of previously edited fields.
struct FieldTyping: Sendable {
  /// The text. Nil while no field is being edited.
  private(set) var buffer: TextBuffer?
  /// The field whose secret is visible. The secret is hidden again when the cursor leaves the
  /// field.
  var revealed: ComposerField?
  /// Whether a large body is being typed. The body is copied to the draft and checked only when the
  /// user leaves the field.
  private(set) var isDelayed = false
  /// The index of the candidate that the user chose with the arrow keys. Nil if the user chose none
  /// since the last change of the text.
  private(set) var candidate: Int?
  /// The texts of previously edited fields. They contain the data to undo changes.
  private var left: [ComposerField: TextBuffer] = [:]

  /// The maximum length of a body that is copied and checked at each key press, in characters.
  private static let checkedWhileTyping = 256 * 1024

  /// Begins to type in a field.
  mutating func begin(_ field: ComposerField, _ text: String, as form: TextBuffer.Form) {
    if let old = left[field], old.text == text, old.form == form {
      buffer = old
    } else {
      buffer = TextBuffer(text, form: form)
    }
    if field.hasLines { buffer?.place(line: 0, column: 0) }
    candidate = nil
  }

  /// Continues to type in a field at the last position of the cursor.
  mutating func resume(_ field: ComposerField, _ text: String, as form: TextBuffer.Form) {
    let last = left[field]?.text == text ? left[field]?.position : nil
    begin(field, text, as: form)
    if let last { buffer?.place(line: last.line, column: last.column) }
  }

  mutating func end(in field: ComposerField) {
    if let buffer { left[field] = buffer }
    (buffer, revealed) = (nil, nil)
  }

  /// Discards the texts of previously edited fields. Called after rows were added or removed,
  /// because fields are identified by the index of their row.
  mutating func clear() { left = [:] }
  mutating func clear(_ field: ComposerField) { left[field] = nil }

  mutating func insert(_ text: String) {
    buffer?.insert(text)
    candidate = nil
  }

  mutating func type(_ text: String) {
    buffer?.type(text)
    candidate = nil
  }

  mutating func replaceAll(with text: String) {
    buffer?.replaceAll(with: text)
    candidate = nil
  }

  /// Chooses the next or the previous candidate. A step past the last candidate has no effect.
  /// Returns false for a step before the first candidate, or if there are no candidates.
  mutating func chooseCandidate(_ step: Int, of count: Int) -> Bool {
    let next = (candidate ?? 0) + step
    guard next >= 0, count > 0 else { return false }
    candidate = min(next, count - 1)
    return true
  }

  mutating func place(line: Int, column: Int) { buffer?.place(line: line, column: column) }

  /// Performs an editing command.
  ///
  /// - Returns: Whether the text changed.
  mutating func perform(_ command: TypingCommand, killed: inout String) -> Bool {
    candidate = nil
    let before = buffer?.revision
    _ = buffer?.perform(command, killed: &killed)
    return buffer?.revision != before
  }

  /// Returns whether the text must be copied and checked only when the user leaves the field.
  /// Called after each change of the text.
  mutating func delays(_ field: ComposerField) -> Bool {
    isDelayed = field.hasLines && (buffer?.count ?? 0) > Self.checkedWhileTyping
    return isDelayed
  }

  /// Ends the delay. Returns the text to copy. Returns nil if there was no delay.
  mutating func endDelay() -> String? {
    defer { isDelayed = false }
    return isDelayed ? buffer?.text : nil
  }
}
