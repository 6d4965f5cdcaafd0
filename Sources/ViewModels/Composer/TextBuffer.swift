/// A text being edited, with its cursor.
package struct TextBuffer: Hashable, Sendable {
  package private(set) var text: String
  package init(_ text: String = "") { self.text = text }
}
