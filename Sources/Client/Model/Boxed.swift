/// A value on the heap that all copies share.
///
/// It is used for a large part of a value that is often copied and rarely changed, or rarely
/// present. A copy costs one reference, independent of the size of the part.
final class Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (one: Boxed, other: Boxed) -> Bool { one === other || one.value == other.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
