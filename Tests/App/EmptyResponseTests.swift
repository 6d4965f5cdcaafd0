import ClientModel
import JobFixtures
import Testing

@testable import weir

struct EmptyResponseTests {
  private func words(_ body: StoredBody, _ parts: Set<ExchangePrinter.Part> = [.body]) -> String? {
    let response = AttemptResult(
      end: .responded, head: ResponseHead(status: 404, reason: "Not Found", fields: []), body: body)
    let exchange = JobExchange(job: .fixture(1, .succeeded), request: nil, attempts: [])
    return ExchangePrinter(exchange, parts: parts).wordsForNothing(in: response)
  }

  @Test func `a response without a body is shown with its status`() {
    #expect(words(.none) == "404 Not Found: the body is empty.")
    #expect(words(.inline([])) == "404 Not Found: the body is empty.")
  }

  @Test func `nothing is said where something is printed`() {
    #expect(words(.inline([65])) == nil)
    #expect(words(.none, [.responseHead, .body]) == nil)
  }
}
