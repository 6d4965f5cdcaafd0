/// The number of bytes of a value in the body, including brackets and quotes.
package enum ValueSize: Hashable, Sendable {
  case exactly(Int)
  /// The minimum size. The value's end has not been received, or is too far away to search for.
  case atLeast(Int)
}
