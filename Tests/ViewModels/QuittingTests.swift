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
        "Keep editing", "Save, then quit", "Quit without saving, wait for them",
        "Quit without saving, stop them",
      ])
    #expect(question(model)?.detail.hasPrefix("2 requests are running.") == true)
    _ = model.perform(.dialog(.previous))
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
      question(model)?.answers.map(\.title)
        == ["Keep editing", "Save, then quit", "Quit without saving"])
    _ = model.perform(.dialog(.previous))
    #expect(model.perform(.dialog(.accept)) == [.quit(.atOnce)])
  }

  @Test func `the question follows what runs, and goes when nothing does`() {
    var model = running(2)
    _ = model.perform(.app(.leave))
    _ = model.perform(.dialog(.next))
    _ = model.receive(.queue(.lanes([.fixture(counts: [.running: 1])])))
    #expect(question(model)?.question == "1 request is running.")
    #expect(question(model)?.chosen == 1, "the answers are the same")
    _ = model.receive(.queue(.lanes([.fixture(counts: [.succeeded: 2])])))
    #expect(model.overlays.isEmpty)
    #expect(model.notice?.what == "What was running has ended.")
  }

  @Test func `what is unsaved is asked about on, when what ran has ended`() {
    var model = changed(running(1))
    _ = model.perform(.app(.quit))
    _ = model.perform(.dialog(.previous))
    let asked = model.questionsAsked
    _ = model.receive(.queue(.lanes([.fixture()])))
    #expect(
      question(model)?.answers.map(\.title)
        == ["Keep editing", "Save, then quit", "Quit without saving"])
    // Other answers: the one chosen stands for nothing now, and the question is a new one.
    #expect(question(model)?.chosen == 0 && model.questionsAsked == asked + 1)
  }

  @Test func `saving first quits when it is saved, and not when it is refused`() {
    var model = changed(AppModel())
    _ = model.receive(.composer(.saved(name: "a")))
    _ = model.perform(.insert("/x"))
    _ = model.perform(.app(.quit))
    _ = model.perform(.dialog(.next))
    let saving = Effect.requests(.save(model.composer.draft, name: "a", .allowed))
    #expect(model.perform(.dialog(.accept)) == [saving])
    #expect(model.receive(.composer(.unsaved)).isEmpty)
    #expect(model.receive(.composer(.saved(name: "a"))).isEmpty, "it was given up")
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("y"))
    _ = model.perform(.app(.quit))
    _ = model.perform(.dialog(.next))
    _ = model.perform(.dialog(.accept))
    #expect(model.receive(.composer(.saved(name: "a"))) == [.quit(.atOnce)])
  }

  @Test func `saving first asks for a name, and about what runs when it is saved`() {
    var model = changed(running(1))
    _ = model.perform(.app(.quit))
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)).isEmpty)
    _ = model.perform(.insert("a"))
    #expect(
      model.perform(.typing(.enter))
        == [.requests(.save(model.composer.draft, name: "a", .refused))])
    #expect(model.receive(.composer(.saved(name: "a"))).isEmpty)
    #expect(question(model)?.answers.map(\.title) == ["Wait for it", "Stop it", "Stay"])
  }

  @Test func `without a name the program stays, and nothing unsaved is lost`() {
    var model = changed(AppModel())
    _ = model.perform(.app(.quit))
    _ = model.perform(.dialog(.next))
    _ = model.perform(.dialog(.accept))
    _ = model.perform(.typing(.leave))
    #expect(model.overlays.isEmpty && model.composer.isUnsaved)
    #expect(model.receive(.composer(.saved(name: "a"))).isEmpty)
  }

  @Test func `a viewer does not ask about jobs that another process runs`() {
    var model = running(3)
    _ = model.receive(.place(WorkplaceFacts(role: .viewer(of: "process 7"))))
    #expect(model.perform(.app(.leave)) == [.quit(.atOnce)])
  }
}
