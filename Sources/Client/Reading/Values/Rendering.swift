/// The result of rendering a body.
package enum Rendering: Hashable, Sendable {
  case view(RenderedView)
  /// The reason why there is no view, and where to find the content, in a sentence.
  case refused(String)

  /// The maximum size in bytes of a body that is rendered.
  package static let largest = 1 << 20
}
