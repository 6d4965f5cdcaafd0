package import Terminal
package import ViewModels

/// The whole screen, drawn from the models alone.
package enum Screen {
  /// What the models look like at this size; draws at any size, also 1 by 1.
  ///
  /// - Parameter hints: The keys in force, for hint bar, help and palette.
  package static func draw(_ model: AppModel, keys: Keymap, size: Size) -> Frame {
    Frame(size: size)
  }

  /// How many rows the panels show at this size; tell the model when it changes.
  package static func viewport(of model: AppModel, size: Size) -> Viewport { Viewport() }

  /// What a click or turn of the wheel means; nil where there is nothing.
  package static func command(
    for event: MouseEvent, in model: AppModel, size: Size
  ) -> Command? { nil }
}
