import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

/// The tabs that show lines of an exchange.
@Suite struct LineTabTests {
  private func exchange(_ change: (inout AttemptResult) -> Void = { _ in }) -> ShownExchange {
    var result = AttemptResult.json("1")
    change(&result)
    var exchange = ShownExchange()
    exchange.open(JobID(1))
    let request = PreparedRequest.fixture(headers: [HeaderField("Accept", "*/*")])
    exchange.choose(
      exchange.take(.fixture(1, .succeeded), request, [.fixture(1, of: 1, result: result)]))
    return exchange
  }

  @Test func `the response's headers stand before the request's`() {
    let tab = HeaderTab(exchange())
    #expect(tab.text(at: 0)?.hasPrefix("Response") == true)
    #expect(tab.rows[1] == .field(name: "Content-Type", value: "application/json"))
    #expect(tab.rows[2] == .blank && tab.text(at: 2) == nil)
    #expect(tab.text(at: 3)?.hasPrefix("Request  GET") == true && tab.text(at: 4) == "*/*")
    #expect(tab.text(at: 5) == nil)
  }

  @Test func `an assertion is proposed for a header of the response, and for no other row`() {
    let tab = HeaderTab(exchange())
    #expect(tab.assertion(at: 1) == "header Content-Type is application/json")
    #expect(tab.assertion(at: 0) == nil && tab.assertion(at: 4) == nil)
  }

  @Test func `phases follow each other, and the total gives a limit with room`() {
    let tab = TimingTab(
      exchange {
        $0.timings = Timings(
          nameLookup: .milliseconds(10), firstByte: .milliseconds(90), total: .milliseconds(120))
      })
    let names = tab.rows.prefix(4)
    #expect(
      Array(names) == [
        .phase("Name lookup", from: .zero, to: .milliseconds(10)),
        .phase("Wait for first byte", from: .milliseconds(10), to: .milliseconds(90)),
        .phase("Receive", from: .milliseconds(90), to: .milliseconds(120)),
        .total(.milliseconds(120)),
      ])
    #expect(tab.assertion(at: 0) == "time < 200 ms")
  }

  @Test func `an attempt that failed shows no phase that did not happen`() {
    let failure = Failure(.certificate, what: "It was not sent.", why: "", whatToDo: "")
    let tab = TimingTab(
      exchange {
        $0.end = .failed(failure)
        $0.head = nil
        $0.connection = ConnectionFacts(address: "192.0.2.1:443", use: .fresh)
        $0.transfer = TransferCounts()
        $0.timings = Timings(
          nameLookup: .milliseconds(1), connected: .milliseconds(3), total: .milliseconds(50))
      })
    #expect(
      tab.rows == [
        .phase("Name lookup", from: .zero, to: .milliseconds(1)),
        .phase("Connect", from: .milliseconds(1), to: .milliseconds(3)),
        .phase("TLS, failed", from: .milliseconds(3), to: .milliseconds(50)),
        .total(.milliseconds(50)), .blank, .fact("Address", "192.0.2.1:443"),
        .fact("Connection", "new"), .fact("Sent", "nothing"),
      ])
  }

  @Test func `without a response there is nothing to time or to check`() {
    let nothing = ShownExchange()
    #expect(TimingTab(nothing).rows.isEmpty && CheckTab(nothing).tally == nil)
    #expect(AttemptTab(rows: []).obstacle != nil && HeaderTab(nothing).rows.isEmpty)
  }
}
