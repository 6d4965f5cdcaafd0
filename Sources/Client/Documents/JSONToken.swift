/// What a piece of JSON text is, for colouring.
package enum JSONToken: Hashable, Sendable {
  case key, string, number, boolean, null, punctuation
  /// Spaces and line breaks that the layout put in.
  case space
  /// Text that is not JSON.
  case unknown
}
