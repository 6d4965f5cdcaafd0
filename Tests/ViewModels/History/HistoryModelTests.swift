import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

struct HistoryModelTests {
  private func page(
    _ number: Int, _ jobs: ClosedRange<Int64>, next: Int64? = nil
  ) -> AppEvent {
    let rows = jobs.reversed().map {
      HistoryRow(
        exchange: AttemptID(job: JobID($0), number: 1), url: "/\($0)")
    }
    return .history(
      .page(HistoryUpdate(number: number, rows: rows, next: next.map { JobID($0) })))
  }

  private func open() -> AppModel {
    var model = AppModel()
    _ = model.receive(.viewport(Viewport(list: 20)))
    #expect(model.perform(.feature(.history)) == [.history(.load("", before: nil, number: 1))])
    return model
  }

  private func rows(_ model: AppModel) -> [ListRow] {
    guard case .list(let list) = model.overlays.last else { return [] }
    return model.rows(of: list)
  }

  @Test func `older exchanges are asked for before the cursor comes to them`() {
    var model = open()
    #expect(
      model.receive(page(1, 951...1000, next: 951))
        == [.history(.load("", before: JobID(951), number: 1))])
    #expect(model.receive(page(1, 751...950, next: 751)) == [])
    #expect(rows(model).count == 250)
    #expect(
      model.perform(.move(.last)) == [.history(.load("", before: JobID(751), number: 1))])
    #expect(model.perform(.move(.up)) == [])
    #expect(model.receive(page(1, 1...10)) == [])
    #expect(rows(model).count == 260)
  }

  @Test func `typing begins anew, and pages of another filter are passed over`() {
    var model = open()
    _ = model.receive(page(1, 1...3))
    _ = model.perform(.list(.filter))
    #expect(
      model.perform(.insert("status:4xx"))
        == [.history(.load("status:4xx", before: nil, number: 2))])
    #expect(rows(model).count == 3)
    #expect(model.receive(page(1, 1...3)) == [])
    #expect(rows(model).count == 3)
    _ = model.receive(page(2, 2...2))
    #expect(rows(model).map(\.title) == ["GET /2"])
  }

  @Test func `choosing shows that attempt, and the request can be sent again`() {
    var model = open()
    let old = AttemptID(job: JobID(1), number: 1)
    _ = model.receive(
      .history(
        .page(
          HistoryUpdate(
            number: 1, rows: [HistoryRow(exchange: old, url: "/")], next: nil))))
    #expect(model.perform(.list(.refresh)) == [.queue(.runAgain(JobID(1)))])
    #expect(model.perform(.list(.edit)) == [.queue(.edit(JobID(1)))])
    #expect(model.perform(.list(.choose)) == [.response(.load(JobID(1)))])
    _ = model.receive(
      .response(
        .exchange(
          .fixture(1, .succeeded), .fixture(),
          [
            .fixture(1, of: 1, result: .json("1")), .fixture(2, of: 1, result: .json("2")),
          ])))
    #expect(model.response.attempt?.id == old)
    // From then on the newest is followed as ever.
    _ = model.perform(.feature(.history))
    _ = model.receive(
      .response(.exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1)])))
    #expect(model.response.exchange.chosen == 0)
  }

  @Test func `comparing with an exchange goes to the response`() {
    var model = AppModel()
    _ = model.settle([.showJob(JobID(1))])
    _ = model.receive(
      .response(
        .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: .json("1"))])))
    _ = model.perform(.app(.focusComposer))
    _ = model.perform(.feature(.history))
    let other = AttemptID(job: JobID(2), number: 1)
    _ = model.receive(
      .history(
        .page(
          HistoryUpdate(number: 1, rows: [HistoryRow(exchange: other, url: "/")], next: nil))))
    let mine = AttemptID(job: JobID(1), number: 1)
    #expect(model.perform(.list(.compare)).contains(.response(.findExchange(other, of: mine))))
    #expect(model.overlays.isEmpty && model.focus == .response)
  }
}
