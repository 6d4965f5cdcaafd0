/// Stores a value on the heap, where all copies share the value.
///
/// Use a box for a large part of a value that is often copied. The part should rarely change or
/// rarely be present. Copying the box costs one reference count, whatever the size of the part.
/// A box also makes the program smaller, because each type that contains the part has its own code
/// to copy the part.
package final class Boxed<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}

extension Boxed: Equatable where Value: Equatable {
  package static func == (one: Boxed, other: Boxed) -> Bool {
    one === other || one.value == other.value
  }
}

extension Boxed: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
