import ClientModel
import Testing

@testable import weir

/// Deadlines, redirects and limits of the command line.
struct LimitArgumentsTests {
  private func options(_ words: String...) throws -> TransportOptions {
    var options = TransportOptions()
    try LimitArguments.parse(words).apply(to: &options)
    return options
  }

  @Test func `without options nothing changes`() throws {
    #expect(try options() == TransportOptions())
  }

  @Test func `each deadline is its own`() throws {
    let deadlines = try options(
      "--timeout", "9", "--connect-timeout", "0.5", "--first-byte", "2", "--idle", "3"
    ).deadlines
    #expect(deadlines.total == .seconds(9) && deadlines.connect == .milliseconds(500))
    #expect(deadlines.firstByte == .seconds(2) && deadlines.idle == .seconds(3))
  }

  @Test func `no redirects shows the redirect itself`() throws {
    #expect(try options("--max-redirects", "3").redirects == .follow(atMost: 3))
    #expect(try options("--max-redirects", "0").redirects == .stay)
  }

  @Test(arguments: ["--timeout", "--connect-timeout", "--first-byte", "--idle"])
  func `a time that is none is refused by its option's name`(name: String) {
    for value in ["0", "-1", "1e10"] {
      let problem = #expect(throws: UsageProblem.self) { try options("\(name)=\(value)") }
      #expect(problem?.what.hasPrefix(name) == true)
    }
  }

  @Test func `a limit is a known name and a number above 0`() throws {
    let name = TransferLimits.names[0]
    #expect(try options("--limit", "\(name)=1").limits != TransferLimits())
    for word in ["nonsense=1", "\(name)=0", "\(name)=x", name, "=1"] {
      let problem = #expect(throws: UsageProblem.self) { try options("--limit", word) }
      #expect(problem?.whatToDo.contains(name) == true)
    }
  }
}
