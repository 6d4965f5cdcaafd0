import ClientModel
import JobFixtures
import Panels
import Testing
import ViewModels

struct SeenQuestionTests {
  private func asked() -> AppModel {
    var model = AppModel()
    _ = model.receive(.queue(.lanes([.fixture(counts: [.running: 1])])))
    _ = model.perform(.app(.quit))
    return model
  }

  @Test(arguments: DialogCommand.allCases)
  func `nothing answers a question before it was drawn`(_ command: DialogCommand) {
    var seen = SeenQuestion()
    seen.drew(AppModel())
    let model = asked()
    #expect(!seen.admits(.dialog(command), to: model))
    #expect(seen.admits(.app(.quit), to: model))
    seen.drew(model)
    #expect(seen.admits(.dialog(command), to: model))
  }

  @Test func `the next question must be seen as well`() {
    var seen = SeenQuestion()
    var model = asked()
    seen.drew(model)
    _ = model.perform(.dialog(.dismiss))
    _ = model.perform(.app(.quit))
    #expect(!seen.admits(.dialog(.accept), to: model))
  }
}
