import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

@Suite struct ShownExchangeTests {
  private static let head = ResponseHead(status: 404, reason: "Not Found", fields: [])

  private func exchange(_ attempts: Int, choosing place: Int? = nil) -> ShownExchange {
    var exchange = ShownExchange()
    exchange.open(JobID(1))
    _ = take(attempts, &exchange)
    exchange.choose(place ?? attempts - 1)
    return exchange
  }

  private func take(_ count: Int, _ exchange: inout ShownExchange) -> Int? {
    let attempts = (0..<count).map { Attempt.fixture($0 + 1, of: 1) }
    return exchange.take(.fixture(1, .running(attempt: count)), .fixture(), attempts)
  }

  @Test func `the next attempt is selected after the newest`() {
    var exchange = exchange(1)
    #expect(take(2, &exchange) == 1)
  }

  @Test func `an older attempt stays selected when another one begins`() {
    var exchange = exchange(2, choosing: 0)
    #expect(take(3, &exchange) == 0)
  }

  @Test func `a wished attempt is selected once`() {
    var exchange = ShownExchange()
    exchange.select(AttemptID(job: JobID(1), number: 1))
    exchange.open(JobID(1))
    #expect(take(2, &exchange) == 0)
    exchange.choose(1)
    #expect(take(3, &exchange) == 2)
  }

  @Test func `a wish for another job is dropped`() {
    var exchange = ShownExchange()
    exchange.select(AttemptID(job: JobID(2), number: 1))
    exchange.open(JobID(1))
    #expect(take(2, &exchange) == 1)
  }

  @Test func `a body that arrives shows only with the newest attempt`() {
    var exchange = exchange(2)
    exchange.arrived(.init(head: Self.head))
    #expect(exchange.shownArriving == nil)
    exchange.arrived(.init(head: Self.head, bytes: StoredBytes(localFile: "body")))
    #expect(exchange.shownArriving?.source == .arriving(StoredBytes(localFile: "body")))
    exchange.choose(0)
    #expect(exchange.shownArriving == nil)
  }

  @Test func `an exchange is loaded when its state changes and not for other news`() {
    var exchange = exchange(1)
    #expect(exchange.change(to: .fixture(1, .running(attempt: 1))) == false)
    #expect(exchange.change(to: .fixture(1, .succeeded)) == true)
  }

  @Test func `a file name is the last part of the URL`() {
    #expect(exchange(1).fileName.name == "things")
    #expect(ShownExchange().fileName.name == "response")
  }
}
