import Panels
import Terminal
import Testing
import ViewModels

struct URLHintTests {
  private func screen(_ model: AppModel) -> String {
    let size = Size(width: 200, height: 36)
    var model = model
    _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
    let frame = Screen.draw(model, keys: KeyReader(), size: size)
    return (0..<size.height).map { frame.text(row: $0) }.joined(separator: " ")
  }

  @Test func `the hint to type a URL is shown only where the key types it`() {
    var model = AppModel()
    #expect(screen(model).contains("Press i"))
    for tab in [ComposerTab.body, .authorization] {
      _ = model.perform(.point(.composerTab(tab.rawValue)))
      #expect(!screen(model).contains("Press i"))
    }
    _ = model.perform(.app(.newRequest))
    #expect(screen(model).contains("Press i"))
  }

  @Test func `an empty field shows its placeholder while it is typed`() {
    var model = AppModel()
    _ = model.perform(.point(.composerTab(ComposerTab.authorization.rawValue)))
    _ = model.receive(.effects([.list(.setField(.authorizationKind, "bearer"))]))
    #expect(model.composer.isTyping && screen(model).contains("or env:TOKEN"))
    _ = model.perform(.insert("x"))
    #expect(!screen(model).contains("or env:TOKEN"))
  }
}
