/// The result of rendering a body.
package enum Rendering: Hashable, Sendable {
  case view(RenderedView)
  /// The body was not rendered. The text contains the reason and the name of a tab that shows the
  /// body.
  case refused(String)

  /// The maximum size in bytes of a body to render.
  package static let largest = 1 << 20
}
