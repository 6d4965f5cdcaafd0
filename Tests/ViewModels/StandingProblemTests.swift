import ClientModel
import JobFixtures
import Testing
import ViewModels

struct StandingProblemTests {
  private func faulty() -> AppModel {
    var model = AppModel()
    let draft = Draft(method: "POST", url: "https://a.example", body: .json("{\n  \"a\" 1\n}"))
    _ = model.receive(.composer(.loaded(draft, name: "x")))
    _ = model.perform(.point(.composerTab(ComposerTab.body.rawValue)))
    _ = model.perform(.move(.down))
    return model
  }

  @Test func `a fault of the body begins with its line and column`() {
    #expect(faulty().standing?.line.hasPrefix("Line 2, column 7: expected a colon") == true)
  }

  @Test func `going back puts it away until it is another one`() {
    var model = faulty()
    #expect(model.perform(.app(.back)).isEmpty)
    #expect(model.standing == nil && model.composer.fault(in: .body) != nil)
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("x"))
    #expect(model.standing?.line.hasPrefix("Line 1, column 1") == true)
    _ = model.perform(.typing(.leave))
    #expect(model.standing == nil && !model.composer.isTyping)
  }

  @Test func `a template that is being typed is not a problem yet`() {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("{{ho"))
    #expect(model.standing == nil)
    _ = model.perform(.typing(.leave))
    #expect(model.standing != nil)
  }

  @Test func `a row with a problem does not move the body that is being typed`() {
    var model = faulty()
    let rows = model.composer.rows.count
    _ = model.perform(.composer(.edit))
    #expect(model.composer.rows.count == rows - 1 && model.standing != nil)
    _ = model.perform(.typing(.leave))
    #expect(model.composer.rows.count == rows)
  }

  @Test func `it stands only beside its field`() {
    var model = faulty()
    _ = model.perform(.app(.focusQueue))
    #expect(model.standing == nil)
    _ = model.perform(.app(.focusComposer))
    #expect(model.standing != nil)
  }

  @Test func `q quits and does not put a problem away`() {
    var model = faulty()
    #expect(model.perform(.app(.leave)) == [.quit(.atOnce)])
  }
}
