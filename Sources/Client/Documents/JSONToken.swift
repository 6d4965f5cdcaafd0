/// The kind of a chunk of JSON text, for colouring.
package enum JSONToken: Hashable, Sendable {
  case key, string, number, boolean, null, punctuation
  /// Spaces and line breaks that the formatter inserted.
  case space
  /// Text that is not JSON.
  case unknown
}
