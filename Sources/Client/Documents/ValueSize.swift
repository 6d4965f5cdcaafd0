/// How many bytes a value takes in the body, brackets and quotes with it.
package enum ValueSize: Hashable, Sendable {
  case exactly(Int)
  /// Its end has not arrived, or lies too far to look for it now.
  case atLeast(Int)
}
