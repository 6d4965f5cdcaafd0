import ClientModel
import JobFixtures
import Testing
import ViewModels

struct QuittingTests {
  private func running(_ count: Int) -> AppModel {
    var model = AppModel()
    _ = model.receive(.queue(.lanes([.fixture(counts: [.running: count])])))
    return model
  }

  private func changed(_ before: AppModel) -> AppModel {
    var model = before
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("https://a.example"))
    _ = model.perform(.typing(.leave))
    return model
  }

  private func question(_ model: AppModel) -> ViewModels.Confirmation? {
    if case .question(let question) = model.overlays.last { question } else { nil }
  }

  @Test func `an unsaved request is left for the next session unasked`() {
    var model = changed(AppModel())
    #expect(model.perform(.app(.quit)) == [.quit(.atOnce)])
    #expect(model.storedRequests?.requests.first?.draft?.url == "https://a.example")
    var busy = changed(running(1))
    _ = busy.perform(.app(.quit))
    #expect(
      question(busy)?.answers.map(\.title) == [
        "Wait for it, then quit", "Stop it and quit", "Stay in Weir",
      ])
  }

  @Test func `running jobs are waited for by default`() {
    var model = running(1)
    #expect(model.perform(.app(.leave)).isEmpty)
    #expect(
      question(model)?.answers.map(\.title) == [
        "Wait for it, then quit", "Stop it and quit", "Stay in Weir",
      ])
    #expect(model.perform(.dialog(.accept)) == [.quit(.whenDone)])
    #expect(model.notice?.what == "Weir ends when 1 running request has ended.")
    #expect(model.perform(.app(.quit)) == [.quit(.stoppingJobs)])
  }

  @Test func `the question follows what runs, and the program ends when nothing does`() {
    var model = running(2)
    _ = model.perform(.app(.leave))
    _ = model.perform(.dialog(.next))
    _ = model.receive(.queue(.lanes([.fixture(counts: [.running: 1])])))
    #expect(question(model)?.question == "Quit while 1 request is running?")
    #expect(question(model)?.chosen == 1, "the answers are the same")
    let effects = model.receive(.queue(.lanes([.fixture(counts: [.succeeded: 2])])))
    #expect(model.overlays.isEmpty && effects.contains(.quit(.atOnce)))
  }

  @Test func `a viewer does not ask about jobs that another process runs`() {
    var model = running(3)
    _ = model.receive(.place(WorkspaceStatus(role: .viewer(of: "process 7"))))
    #expect(model.perform(.app(.leave)) == [.quit(.atOnce)])
  }

  @Test func `while text is typed the key that quits ends the typing`() {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    #expect(model.perform(.app(.quit)) == [] && !model.composer.isTyping)
    _ = model.perform(.app(.importFile))
    #expect(model.perform(.app(.quit)) == [] && model.overlays.isEmpty)
    _ = model.perform(.app(.palette))
    #expect(model.perform(.app(.quit)) == [] && model.overlays.isEmpty)
    #expect(model.perform(.app(.quit)) == [.quit(.atOnce)])
  }
}
