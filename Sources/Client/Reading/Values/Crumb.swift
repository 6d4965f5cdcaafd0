/// One step on the way from a body to a value, as it is told on the screen.
package enum Crumb: Hashable, Sendable {
  /// A member's key, decoded; cut where it is long. From outside: not safe to draw.
  case key(String, isCut: Bool)
  /// An item's place, from 0.
  case place(Int)
  /// Steps that are left out of a very deep way.
  case gap
}
