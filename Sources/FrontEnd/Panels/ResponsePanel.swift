import Terminal
import ViewModels

/// Draws one response inside its border.
enum ResponsePanel {
  /// Rows of the tree or text that a panel of this inner size shows.
  static func page(of model: ResponseModel, size: Size) -> Int { max(1, size.height) }
  static func draw(_ model: ResponseModel, _ canvas: PanelCanvas, in frame: inout Frame) {}
  /// What stands at a point, counted from the panel's inner corner.
  static func target(at point: Point, of model: ResponseModel, size: Size) -> Pointing? { nil }
}
