import Terminal
import ViewModels

/// Draws the job queue inside its border.
enum QueuePanel {
  /// Rows of jobs that a panel of this inner size shows.
  static func page(of model: QueueModel, size: Size) -> Int { max(1, size.height) }
  static func draw(_ model: QueueModel, _ canvas: PanelCanvas, in frame: inout Frame) {}
  /// What stands at a point, counted from the panel's inner corner.
  static func target(at point: Point, of model: QueueModel, size: Size) -> Pointing? { nil }
}
