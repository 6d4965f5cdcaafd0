import ClientModel
import JobFixtures
import Testing

@testable import weir

/// The texts that the command line fits into a terminal.
struct ConsoleTests {
  @Test func `a long line breaks between words on a terminal, and nowhere else`() {
    let text = "There is no host named a.example.\nRetry in 1.3 s."
    let rows = "There is no host\nnamed a.example.\nRetry in 1.3 s."
    #expect(Console.lines(of: text, in: 20) == rows)
    #expect(Console.lines(of: text, in: nil) == text)
    #expect(Console.lines(of: "  1  a row of a table", in: 10) == "  1  a row of a table")
    #expect(Console.lines(of: "", in: 10) == "")
  }

  @Test func `rows after the first of a report are indented`() {
    let line = "features   HTTP/2, TLS, brotli"
    #expect(
      VersionReport.rows(of: line, in: 24) == ["features   HTTP/2, TLS,", "           brotli"])
    #expect(VersionReport.rows(of: line, in: nil) == [line])
  }

  @Test func `a response after a redirect is shown with its address`() {
    var attempt = Attempt.fixture(1, of: 1)
    attempt.result = AttemptResult(
      end: .responded, head: ResponseHead(status: 200, reason: "OK", fields: []))
    attempt.displayURL = "http://a.example/new"
    #expect(ResponseSummary(attempt)?.details == "empty body")
    attempt.hop = 1
    #expect(ResponseSummary(attempt)?.details == "empty body  redirected to http://a.example/new")
  }
}
