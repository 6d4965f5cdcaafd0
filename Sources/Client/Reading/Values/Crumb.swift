/// A step of the path from a body to a value, as displayed.
package enum Crumb: Hashable, Sendable {
  /// A member's decoded key, cut if it is long. Untrusted: not safe to draw.
  case key(String, isCut: Bool)
  /// An item's index, from 0.
  case place(Int)
  /// The steps that are left out of a very long path.
  case gap
}
