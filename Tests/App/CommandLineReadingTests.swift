import ArgumentParser
import Testing

@testable import weir

/// Words without options are read without the parser, and mean the same.
struct CommandLineReadingTests {
  @Test(arguments: [
    ["http://127.0.0.1:9/"], ["POST", "example.com", "name=lamp", "price:=12", "X-Trace:on"],
    ["example.com", "q==a b", "a[b]=c", #"e\:f=g"#],
  ])
  func `plain words are the order that the parser makes of them`(_ words: [String]) throws {
    let parsed = try #require(try SendCommand.parseAsRoot(words) as? SendCommand)
    #expect(try parsed.order() == CommandLineReading.plainOrder(words))
  }

  @Test(arguments: [[], ["-v", "example.com"], ["example.com", "--json"], ["example.com", "-"]])
  func `an option, or nothing at all, goes to the parser`(_ words: [String]) {
    #expect(CommandLineReading.plainOrder(words) == nil)
  }

  @Test(arguments: [
    (["send", "--check", "example.com"], "SendOrder"), (["queue", "list"], "QueueListCommand"),
    (["history"], "HistoryCommand"), (["queue", "add", "example.com"], "QueueAddCommand"),
  ])
  func `the first words name the command`(_ words: [String], name: String) throws {
    guard case .work(let work) = try CommandLineReading.read(words) else {
      Issue.record("\(words) is no work with the client.")
      return
    }
    #expect("\(type(of: work))" == name || "\(type(of: work))" == "SendCommand")
  }

  @Test func `complaints name the whole command`() {
    do {
      _ = try CommandLineReading.read(["queue", "list", "--nonsense"])
      Issue.record("An unknown option was read.")
    } catch {
      #expect(WeirCommand.fullMessage(for: error).contains("weir queue list"))
    }
  }
}
