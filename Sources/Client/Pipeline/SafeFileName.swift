/// A file name fit for this machine, made from a server's or a URL's suggestion.
package struct SafeFileName: Hashable, Sendable, CustomStringConvertible {
  /// One path segment, 1 to 255 bytes, without leading dot or dash.
  package let name: String

  package init(suggested: String) { name = suggested }

  package var description: String { name }
}
