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
    return model
  }

  private func question(_ model: AppModel) -> ViewModels.Confirmation? {
    if case .question(let question) = model.overlays.last { question } else { nil }
  }

  @Test func `unsaved changes and running jobs are asked about together`() {
    var model = changed(running(2))
    #expect(model.perform(.app(.quit)).isEmpty)
    #expect(
      question(model)?.answers.map(\.title) == [
        "Keep editing", "Quit without saving, wait for them", "Quit without saving, stop them",
      ])
    #expect(question(model)?.detail.hasPrefix("2 requests are running.") == true)
    _ = model.perform(.dialog(.next))
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)) == [.quit(.stoppingJobs)])
    #expect(model.overlays.isEmpty)
  }

  @Test func `the first answer loses nothing`() {
    var model = changed(running(1))
    _ = model.perform(.app(.quit))
    #expect(model.perform(.dialog(.accept)).isEmpty && model.overlays.isEmpty)
    #expect(model.composer.draft.url == "https://a.example")
  }

  @Test func `running jobs alone are waited for by default`() {
    var model = running(1)
    #expect(model.perform(.app(.leave)).isEmpty)
    #expect(question(model)?.answers.map(\.title) == ["Wait for it", "Stop it", "Stay"])
    #expect(model.perform(.dialog(.accept)) == [.quit(.whenDone)])
    #expect(model.notice?.what == "Weir ends when 1 running request has ended.")
    #expect(model.perform(.app(.quit)) == [.quit(.stoppingJobs)])
  }

  @Test func `unsaved changes alone are asked about alone`() {
    var model = changed(AppModel())
    _ = model.perform(.app(.quit))
    #expect(
      question(model)?.answers.map(\.title) == ["Keep editing", "Quit without saving"])
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)) == [.quit(.atOnce)])
  }

  @Test func `a viewer does not ask about jobs that another process runs`() {
    var model = running(3)
    _ = model.receive(.place(WorkplaceFacts(role: .viewer(of: "process 7"))))
    #expect(model.perform(.app(.leave)) == [.quit(.atOnce)])
  }
}
