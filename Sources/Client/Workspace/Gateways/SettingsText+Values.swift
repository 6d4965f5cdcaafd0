import ClientModel
import ClientYAML

extension SettingsText {
  /// Gives a key of an entry a text, in place of its value or after the entry's other lines.
  ///
  /// An entry on one line is changed only if it is empty; the caller refuses the unchanged result.
  mutating func set(_ key: String, to text: String, of name: String) throws(YAMLProblem) {
    guard let entry = try entries().first(where: { $0.key == name }) else { return }
    let fields = try entry.value.entries()
    let line = "\(key): \(YAMLValue.oneLine(text))"
    if let field = fields.first(where: { $0.key == key }) {
      let (start, column) = (field.place.line - 1, field.place.column - 1)
      guard field.place.line != entry.place.line else { return }
      let end = end(ofBlockAt: field.place.line, indent: column)
      replace(start..<end, with: [String(repeating: " ", count: column) + line])
    } else if let first = fields.first {
      guard first.place.line != entry.place.line else { return }
      let end = end(ofBlockAt: entry.place.line, indent: entry.place.column - 1)
      let indent = String(repeating: " ", count: first.place.column - 1)
      replace(end..<end, with: [indent + line])
    } else {
      let start = entry.place.line - 1
      let indent = String(repeating: " ", count: entry.place.column + 1)
      let head = lines[start].replacing(bytes: " {}", with: "")
      replace(start..<start + 1, with: [head, indent + line])
    }
  }
}
