/// The result of rendering a body.
package enum Rendering: Hashable, Sendable {
  case view(RenderedView)
  /// Why there is no view, and where to look instead, in a sentence.
  case refused(String)

  /// Larger bodies are not rendered.
  package static let largest = 1 << 20
}
