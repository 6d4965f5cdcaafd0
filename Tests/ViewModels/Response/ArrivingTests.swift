import ClientModel
import JobFixtures
import ReadingValues
import Testing

@testable import ViewModels

/// A body that is looked at while it comes. Its events come in any order, and what of it is on show is
/// seen by what the controller is asked.
struct ArrivingTests {
  private typealias Action = DocumentRequest.Action

  private let job = JobID(1)
  private let began = ResponseEvent.began(
    JobID(1),
    ResponseHead(status: 200, fields: [ResponseField("Content-Type", "application/json")]))
  private let opened = Action.open(
    .arriving(StoredBytes(localFile: "first")), mediaType: "application/json")

  @Test func `a user who goes to the last event while others arrive follows the stream`() {
    func update(_ total: Int, origin: Int) -> DocumentUpdate {
      let facts = DocumentFacts(kind: .events)
      var update = DocumentUpdate(
        generation: 1, view: .tree, outcome: .opened(facts), window: RowWindow(total: total))
      update.origin = origin
      return update
    }
    var pane = DocumentPane(.tree)
    pane.take(update(72, origin: 0))
    #expect(pane.list.selected == 0)
    pane.move(.last)
    #expect(pane.list.selected == 71)
    // The new events were asked for while the first row was selected.
    pane.take(update(90, origin: 0))
    #expect(pane.list.selected == 89)
    pane.select(40)
    pane.take(update(95, origin: 89))
    #expect(pane.list.selected == 40)
  }

  private func grew(_ name: String) -> ResponseEvent {
    .grew(job, ByteCount(7), StoredBytes(localFile: name))
  }

  private func exchange(_ state: JobState, _ attempts: [Attempt]) -> ResponseEvent {
    .exchange(.fixture(1, state), .fixture(), attempts)
  }

  private func actions(_ effects: [Effect]) -> [Action] {
    effects.compactMap { effect in
      if case .response(.document(let request)) = effect { request.action } else { nil }
    }
  }

  private func model() -> ResponseModel {
    var model = ResponseModel()
    _ = model.show(rows: 20)
    _ = model.open(job)
    return model
  }

  @Test func `what came before the job was known to run shows as soon as that is reported`() {
    var model = model()
    _ = model.receive(exchange(.waiting(.slot), []))
    _ = model.receive(began)
    #expect(actions(model.receive(grew("first"))) == [])
    #expect(actions(model.receive(.changed([.fixture(1, .running(attempt: 1))]))) == [opened])
    let reported = model.receive(exchange(.running(attempt: 1), [.fixture(1, of: 1)]))
    #expect(actions(reported) == [], "its attempt is known now: what shows is its own")
    #expect(
      actions(model.receive(grew("first"))) == [.extend(.arriving(StoredBytes(localFile: "first")))]
    )
  }

  @Test func `what arrives while the reader takes in the last part is requested once, after it`() {
    var model = model()
    _ = model.receive(began)
    _ = model.receive(exchange(.running(attempt: 1), [.fixture(1, of: 1)]))
    _ = model.receive(grew("first"))
    let extend = Action.extend(.arriving(StoredBytes(localFile: "first")))
    #expect(actions(model.receive(grew("first"))) == [extend])
    for _ in 0..<100 { #expect(actions(model.receive(grew("first"))) == []) }
    var taken = DocumentUpdate(generation: model.body.panes.generation, view: .tree)
    taken.outcome = .opened(DocumentFacts(kind: .events))
    #expect(actions(model.receive(.document(taken))).filter { $0 == extend } == [extend])
    #expect(actions(model.receive(.document(taken))).filter { $0 == extend } == [])
  }

  @Test func `a job on the wire that is opened later shows what has arrived`() {
    var model = ResponseModel()
    _ = model.show(rows: 20)
    for event in [began, grew("first")] { _ = model.receive(event) }
    _ = model.open(job)
    let reported = model.receive(exchange(.running(attempt: 1), [.fixture(1, of: 1)]))
    #expect(actions(reported) == [opened])
    #expect(model.head?.status == 200)
  }

  @Test(arguments: [
    ResponseEvent.changed([.fixture(1, .waiting(.slot))]), .eventsDropped,
  ]) func `what an ended attempt brought is not shown as arriving`(end: ResponseEvent) {
    var model = ResponseModel()
    _ = model.show(rows: 20)
    for event in [began, grew("first"), end] { _ = model.receive(event) }
    _ = model.open(job)
    let reported = model.receive(exchange(.running(attempt: 2), [.fixture(2, of: 1)]))
    #expect(actions(reported) == [] && model.head == nil)
  }

  @Test func `what came before shows when the attempt is reported`() {
    var model = model()
    _ = model.receive(began)
    _ = model.receive(grew("first"))
    let reported = model.receive(exchange(.running(attempt: 1), [.fixture(1, of: 1)]))
    #expect(actions(reported) == [opened])
  }

  @Test func `the body of the next attempt takes the place of the last one's`() {
    var model = model()
    _ = model.receive(exchange(.running(attempt: 1), [.fixture(1, of: 1)]))
    _ = model.receive(began)
    #expect(actions(model.receive(grew("first"))) == [opened])
    _ = model.receive(began)
    let next = actions(model.receive(grew("second")))
    #expect(
      next == [.open(.arriving(StoredBytes(localFile: "second")), mediaType: "application/json")])
  }

  @Test func `who looks at an earlier attempt keeps it while the newest one's body comes`() {
    var model = model()
    let attempts = [Attempt.fixture(1, of: 1, result: .json("[1]")), .fixture(2, of: 1)]
    _ = model.receive(exchange(.running(attempt: 2), attempts))
    _ = model.choose(0)
    _ = model.receive(began)
    #expect(actions(model.receive(grew("first"))) == [])
    #expect(actions(model.choose(1)) == [opened])
  }

  @Test func `what came of an attempt that has ended is not taken for the next one's`() {
    var model = model()
    _ = model.receive(exchange(.running(attempt: 1), [.fixture(1, of: 1)]))
    _ = model.receive(began)
    _ = model.receive(grew("first"))
    let ended = Attempt.fixture(1, of: 1, result: .json("[1]"))
    _ = model.receive(exchange(.running(attempt: 2), [ended]))
    let reported = model.receive(exchange(.running(attempt: 2), [ended, .fixture(2, of: 1)]))
    #expect(actions(reported) == [.close])
  }

  /// A response whose body is arriving and could not be opened yet.
  private func refused() -> ResponseModel {
    var model = model()
    _ = model.receive(exchange(.running(attempt: 1), [.fixture(1, of: 1)]))
    _ = model.receive(began)
    #expect(actions(model.receive(grew("first"))) == [opened])
    var refused = DocumentUpdate(generation: model.body.panes.generation, view: .tree)
    refused.outcome = .failed(
      DocumentProblem(.error, "The body cannot be read.", why: "", whatToDo: ""))
    _ = model.receive(.document(refused))
    return model
  }

  @Test func `a body that could not be opened is opened when it has grown`() {
    var model = refused()
    #expect(actions(model.receive(grew("first"))) == [opened])
  }

  @Test func `a body that could not be opened while it arrived is opened when it is complete`() {
    var model = refused()
    let result = AttemptResult.json("[1]")
    let reported = model.receive(exchange(.succeeded, [.fixture(1, of: 1, result: result)]))
    #expect(actions(reported) == [.open(.stored(result.body), mediaType: "application/json")])
  }
}
