import ClientModel
import Testing

@testable import ClientCore

/// jq programs that are looked at before a graph is committed.
@Suite struct JQCheckTests {
  private func fault(_ texts: String...) async throws -> (index: Int, fault: JQFault)? {
    try await JQCheck(programs: SystemPrograms()).fault(in: texts)
  }

  @Test(arguments: [
    (".a b", "syntax error", 1), (".a\n| b c", "syntax error", 2), ("foo(1)", "foo/1", 1),
    ("1 as $x | $y", "$y", 1), ("import \"a\" as a; 1", "syntax error", 1),
  ])
  func `what jq cannot read is reported in its words, with the line`(
    text: String, words: String, line: Int
  ) async throws {
    let found = try #require(try await fault(text)).fault
    #expect(found.text.contains(words) && found.line == line, "\(found)")
    #expect(!found.sentence.contains("top-level"))
  }

  @Test(arguments: ["", ".a |", "\"abc", "[1, 2", "# nothing", "1))"])
  func `what ends too early, or too late, is reported`(text: String) async throws {
    let found = try #require(try await fault(text)).fault
    #expect(found.text.contains("syntax error"), "\(found)")
  }

  @Test func `the first of several is found, and those that can be read are not reported`()
    async throws
  {
    let good = [".", ".a # why", "def f: 1; f", "def f0: 1; f0", "error(\"x\")", "$ENV.HOME"]
    #expect(try await JQCheck(programs: SystemPrograms()).fault(in: good) == nil)
    #expect(try await fault(".", ".a b", ".c d")?.index == 1)
    #expect(try await fault() == nil)
    let long = String(repeating: "1 + ", count: 50_000) + "1"
    #expect(try await fault(long, ".a b")?.index == 1)
  }

  /// Each ends the brackets around it, and would print or go on for ever if it ran.
  @Test(arguments: [
    "repeat(1)", "1)); repeat(1) | def g: ((2", "1)); (\"ran\" | halt_error) | def g: ((2",
    "1)), (\"ran\" | halt_error), ((2", "1)); (\"ran\" | halt_error), f0 | def g: ((2",
    "halt_error", "1)); halt_error | def g: ((2",
  ])
  func `nothing of a program is run, whatever brackets it closes`(text: String) async throws {
    #expect(try await fault(text) == nil)
  }

  @Test func `a graph whose jq cannot be read is refused, and nothing is committed`() async throws {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    for steps: [GraphStep] in [
      [.request("a"), GraphStep(name: "b", work: .jq(".a b"))],
      [
        .request("a"),
        .request("b", inputs: [.init(name: "v", step: "a", pick: .jq("nothing"))]),
      ],
    ] {
      let failure = await #expect(throws: Failure.self) {
        try await bench.client.submit(.fixture(steps))
      }
      #expect(failure?.kind == .invalidRequest && failure?.what.contains("`b`") == true)
      #expect(failure?.why.hasPrefix("jq reported: ") == true)
    }
    #expect(try await bench.client.graphs().isEmpty && bench.transport.begun.isEmpty)
  }
}
