import ClientModel
import Testing

struct AssertionTests {
  private func problem(_ text: String) -> Assertion.Problem? {
    do throws(Assertion.Problem) {
      _ = try Assertion(text)
      return nil
    } catch { return error }
  }

  @Test func `a line says what is looked at`() throws {
    #expect(try Assertion(" status 2xx, 301 ").test == .status([200...299, 301...301]))
    #expect(try Assertion("status == 200-204").test == .status([200...204]))
    #expect(try Assertion("header X-Id").test == .header("X-Id", .present))
    #expect(
      try Assertion("header Content-Type contains json").test
        == .header("Content-Type", .contains("json")))
    #expect(try Assertion("header A is b c").test == .header("A", .equals("b c")))
    #expect(try Assertion("time < 2 s").test == .time(.less, .seconds(2)))
    #expect(try Assertion("time<=1.5min").test == .time(.atMost, .seconds(90)))
    #expect(try Assertion("size >= 1.5 kB").test == .size(.atLeast, 1500))
    #expect(try Assertion(".a[0] == \"(\"").test == .value(program: ".a[0] == \"(\""))
  }

  @Test(arguments: [
    ("", "It is empty."), ("status", "It has no status."), ("status 20", "`20` is not a status."),
    ("status 300-200", "`300-200` is not a status."), ("header", "It has no header name."),
    ("header a:b", "`a:b` is not a header name."),
    ("header A like b", "`like` is not a test of a header."),
    ("time 2 s", "It has no limit."), ("time < soon", "`soon` is not a time."),
    ("size < 1 furlong", "`1 furlong` is not a size."),
    (".a | map(.b", "It is not a jq program: a `)` is missing."),
    (".a == \"b", "It is not a jq program: a string is not closed."),
    (".a]", "It is not a jq program: a `]` has no opening bracket."),
    (".a\n.b", "It is more than one line, or longer than 4096 bytes."),
  ])
  func `what is not an assertion says why and what to do`(_ text: String, _ why: String) {
    let problem = problem(text)
    #expect(problem?.why == why)
    #expect(problem?.whatToDo.isEmpty == false)
  }

  @Test func `a tally names the first that failed, and what was found only where it may`() {
    let verdicts = [
      AssertionVerdict("status 2xx", .held), AssertionVerdict(".a == 1", .failed(got: "2")),
      AssertionVerdict(".b", .unchecked(why: "no jq")),
    ]
    #expect(CheckTally([], .shown) == nil)
    #expect(
      CheckTally(verdicts, .shown) == CheckTally(held: 1, failed: 2, first: ".a == 1: got 2"))
    #expect(CheckTally(verdicts, .withheld)?.first == ".a == 1")
    #expect(CheckTally(verdicts, .shown)?.text == "2 of 3 assertions failed")
    #expect(CheckTally(held: 1, failed: 0).text == "1 assertion holds")
  }
}
