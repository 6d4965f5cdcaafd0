/// A value that all its copies share.
///
/// For a large part of a value that is often copied and hardly ever changed, or mostly missing: a copy is one
/// reference, whatever its size.
final class Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (one: Boxed, other: Boxed) -> Bool { one === other || one.value == other.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
