import ClientModel
import ClientReading
import JobFixtures
import ReadingValues
import Testing
import ViewModels

/// A response whose body is read in steps.
struct ResponseReadingTests {
  /// A few megabytes: more than what is read before the first rows.
  private static let large =
    "[" + (0..<60_000).map { #"{"id": \#($0), "name": "item \#($0)"}"# }.joined(separator: ",\n")
    + "]"

  @Test func `a step that is taken while more of the body comes is not taken back`() {
    var driver = ResponseDriver.showing("[1, 2, 3, 4]")
    driver.run { $0.move(.down) }
    // What is asked for as the body grows, and answered when the user has gone on.
    var asked: DocumentRequest?
    for effect in driver.model.perform(.copyValue) {
      if case .response(.document(let request)) = effect { asked = request }
    }
    guard var asked else {
      Issue.record("nothing was asked")
      return
    }
    asked.action = .extend(.whole(.inline(Array("[1, 2, 3, 4]".utf8))))
    let late = driver.desk.answer(asked)
    driver.run { $0.move(.down) }
    driver.run { $0.move(.down) }
    driver.receive(.document(late))
    #expect(driver.model.pane.list.selected == 3)
  }

  @Test func `a model reads on by itself until all is known`() {
    var driver = ResponseDriver()
    driver.desk = DocumentController(step: 1 << 20) { _ in nil }
    driver.patience = 200
    driver.run { $0.open(JobID(1)) }
    driver.receive(
      .exchange(
        .fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: .json(Self.large))]))
    #expect(driver.model.readingWords == nil)
    #expect(driver.model.pane.window.total == 60_001)
  }

  @Test func `reading that was stopped goes on when the response is shown again`() {
    var model = ResponseModel()
    var desk = DocumentController(step: 1 << 20) { _ in nil }
    _ = model.show(rows: 20)
    _ = model.open(JobID(1))
    let asked = model.receive(
      .exchange(
        .fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: .json(Self.large))]))
    func answers(_ effects: [Effect], _ model: inout ResponseModel) -> [Effect] {
      effects.flatMap { effect -> [Effect] in
        guard case .response(.document(let request)) = effect else { return [] }
        return model.receive(.document(desk.answer(request)))
      }
    }
    let next = answers(asked, &model)
    #expect(next.count == 1)
    #expect(model.readingWords?.hasPrefix("indexing, ") == true)
    #expect(model.stopReading().count == 1)
    #expect(!model.isReading)
    #expect(model.readingWords?.hasSuffix("stopped") == true)
    // The step that was under way comes back, and no other is asked for.
    #expect(answers(next, &model).isEmpty)
    #expect(
      model.open(JobID(1)).contains { effect in
        if case .response(.document(let request)) = effect { return request.action == .readOn }
        return false
      })
  }
}
