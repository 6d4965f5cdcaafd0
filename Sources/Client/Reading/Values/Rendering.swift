/// The result of rendering a body.
package enum Rendering: Hashable, Sendable {
  case view(RenderedView)
  /// There is no view. The text gives the reason and the tab that shows the content.
  case refused(String)

  /// The maximum size in bytes of a body to render.
  package static let largest = 1 << 20
}
