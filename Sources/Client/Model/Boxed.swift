/// Stores a value on the heap, where all copies share the value.
///
/// Use a box for a large part of a value that is often copied. The part should rarely change or
/// rarely be present. Copying the box costs one reference count, whatever the size of the part.
final class Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (one: Boxed, other: Boxed) -> Bool { one === other || one.value == other.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
