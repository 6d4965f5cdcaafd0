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
    asked.action = .extend(.stored(.inline(Array("[1, 2, 3, 4]".utf8))))
    let late = driver.controller.response(asked)
    driver.run { $0.move(.down) }
    driver.run { $0.move(.down) }
    driver.receive(.document(late))
    #expect(driver.model.pane.list.selected == 3)
  }

  @Test func `a model takes what is read until all is known`() {
    var driver = ResponseDriver()
    driver.controller = DocumentController(step: 1 << 20) { _ in nil }
    driver.patience = 200
    driver.run { $0.open(JobID(1)) }
    driver.receive(
      .exchange(
        .fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: .json(Self.large))]))
    #expect(driver.model.body.reading.text == nil)
    #expect(driver.model.pane.window.total == 60_001)
  }

  /// A model with a large body, of which the first rows are read, and the reader of that body.
  private func opened() -> (ResponseModel, DocumentController) {
    var model = ResponseModel()
    var controller = DocumentController(step: 1 << 20) { _ in nil }
    _ = model.show(rows: 20)
    _ = model.open(JobID(1))
    let asked = model.receive(
      .exchange(
        .fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: .json(Self.large))]))
    #expect(responses(asked, &model, &controller).isEmpty)
    return (model, controller)
  }

  private func responses(
    _ effects: [Effect], _ model: inout ResponseModel, _ controller: inout DocumentController
  ) -> [Effect] {
    effects.flatMap { effect -> [Effect] in
      guard case .response(.document(let request)) = effect else { return [] }
      return model.receive(.document(controller.response(request)))
    }
  }

  @Test func `reading that was stopped goes on when the response is shown again`() {
    var (model, controller) = opened()
    #expect(model.body.reading.text?.hasPrefix("indexing, ") == true && controller.hasMore)
    _ = responses(model.body.stopReading(), &model, &controller)
    #expect(!model.isReading && !controller.hasMore)
    #expect(model.body.reading.text?.hasSuffix("stopped") == true)
    #expect(model.body.stopReading().isEmpty)
    _ = responses(model.open(JobID(1)), &model, &controller)
    #expect(model.isReading && controller.hasMore)
  }

  @Test func `another response closes the body, and what is still reported of it changes nothing`()
  {
    var (model, controller) = opened()
    _ = controller.continueReading()
    let late = controller.takeEvent()
    #expect(late != nil)
    _ = responses(model.open(JobID(2)), &model, &controller)
    #expect(!controller.hasMore && controller.takeEvent() == nil)
    if let late { #expect(model.receive(.document(late)).isEmpty) }
    #expect(model.facts == nil && model.pane.window.rows.isEmpty)
  }

  @Test func `the view on show gets its rows when the reader reports those of another`() {
    var (model, controller) = opened()
    _ = responses(model.perform(.nextTab), &model, &controller)
    #expect(model.tab == .raw)
    _ = responses(model.perform(.previousTab), &model, &controller)
    _ = controller.continueReading()
    guard let update = controller.takeEvent() else {
      return #expect(Bool(false), "nothing was reported")
    }
    #expect(update.view != .tree)
    let before = model.pane.window.total
    _ = responses(model.receive(.document(update)), &model, &controller)
    #expect(model.pane.window.total > before)
  }
}
