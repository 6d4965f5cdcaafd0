/// The size of a value in bytes, including brackets and quotes.
package enum ValueSize: Hashable, Sendable {
  case exactly(Int)
  /// The minimum size, because the end of the value has not been received or is too far away.
  case atLeast(Int)
}
