/// A displayed step of the path from a body to a value.
package enum Crumb: Hashable, Sendable {
  /// A member's decoded key. A long key is cut. Untrusted: not safe to draw.
  case key(String, isCut: Bool)
  /// The zero-based index of an element.
  case place(Int)
  /// The omitted steps of a very long path.
  case gap
}
