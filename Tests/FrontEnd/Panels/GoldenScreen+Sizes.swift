import Panels
import Terminal
import Testing
import ViewModels

extension GoldenScreen {
  /// Compares the interface with its files at every size that screens are approved at.
  static func check(
    _ model: AppModel, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for size in ScreenTests.sizes {
      var model = model
      _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
      try check(
        Screen.draw(model, keys: KeyReader(), size: size),
        name, sourceLocation: sourceLocation)
    }
  }
}
