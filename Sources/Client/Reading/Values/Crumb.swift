/// One step of the path from a body to a value, as the screen shows it.
package enum Crumb: Hashable, Sendable {
  /// A member's key, decoded; cut where it is long. From outside: not safe to draw.
  case key(String, isCut: Bool)
  /// An item's place, from 0.
  case place(Int)
  /// Steps that are left out of a very long path.
  case gap
}
