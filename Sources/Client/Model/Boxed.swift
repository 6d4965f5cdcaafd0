/// A value on the heap that all copies share.
///
/// It is used for large parts of values that are copied often, and that are rarely changed or
/// rarely present. Copying such a part costs one reference, independent of its size.
final class Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (one: Boxed, other: Boxed) -> Bool { one === other || one.value == other.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
