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

  @Test func `a list of the whole queue is the order that the parser makes of it`() throws {
    let parsed = try #require(try QueueListCommand.parseAsRoot([]) as? QueueListCommand)
    #expect(try parsed.order() == QueueListOptions())
  }

  @Test(arguments: [["17", "g3", "#4"], ["1"]])
  func `ids without options are what the parser makes of them`(_ words: [String]) throws {
    let parsed = try #require(try QueueCancelCommand.parseAsRoot(words) as? QueueCancelCommand)
    let read = try #require(try QueueCancelCommand.reading(ids: words) as? QueueCancelCommand)
    #expect(read.arguments.ids == parsed.arguments.ids && read.atServer == parsed.atServer)
  }

  @Test(arguments: [[], ["17", "--at-server"], ["17", "x"], ["17", "-h"]])
  func `ids with an option, or with another word, go to the parser`(_ words: [String]) throws {
    let isRead = try QueueCancelCommand.reading(ids: words) != nil
    #expect(!isRead)
  }

  /// ArgumentParser takes more than a minute for so many ids.
  @Test(.timeLimit(.minutes(1))) func `very many ids are read`() throws {
    let words = ["queue", "hold"] + (1...100_000).map { "\($0)" }
    guard case .work(let work) = try CommandLineReading.read(words) else {
      Issue.record("The words are no work with the client.")
      return
    }
    #expect((work as? QueueHoldCommand)?.arguments.ids.count == 100_000)
  }

  @Test(arguments: [[], ["help"], ["help", "queue"], ["help", "queue", "list"]])
  func `the interface and the help are for the main thread`(_ words: [String]) throws {
    guard case .ownThread = try CommandLineReading.read(words) else {
      Issue.record("\(words) is work with the client.")
      return
    }
  }

  @Test(arguments: [[], ["-v", "example.com"], ["example.com", "--json"], ["example.com", "-"]])
  func `an option, or nothing at all, goes to the parser`(_ words: [String]) {
    #expect(CommandLineReading.plainOrder(words) == nil)
  }

  @Test(arguments: [
    (["send", "--check", "example.com"], "SendArguments"), (["queue", "list"], "QueueListOptions"),
    (["queue", "list", "--lane", "x"], "QueueListCommand"),
    (["history"], "HistoryCommand"), (["queue", "add", "example.com"], "QueueAddCommand"),
  ])
  func `the first words name the command`(_ words: [String], name: String) throws {
    guard case .work(let work) = try CommandLineReading.read(words) else {
      Issue.record("\(words) is no work with the client.")
      return
    }
    #expect("\(type(of: work))" == name || "\(type(of: work))" == "SendCommand")
  }

  @Test(arguments: [
    (["--workspace", "d", "queue", "list"], ["queue", "list", "--workspace", "d"]),
    (["--env=x", "--var", "a=b", "run", "y"], ["run", "--env=x", "--var", "a=b", "y"]),
    (["--store", "env:A", "queue", "run"], ["queue", "run", "--store", "env:A"]),
    (["--workspace", "queue"], ["--workspace", "queue"]), (["--version"], ["--version"]),
    (["--quiet", "--color", "never", "show", "1"], ["show", "--quiet", "--color", "never", "1"]),
    (["--color=always", "history"], ["history", "--color=always"]),
    (["send", "--env", "x", "u"], ["send", "--env", "x", "u"]), ([], []),
  ])
  func `where to work may be said before the command`(given: [String], read: [String]) {
    #expect(CommandLineReading.withCommandFirst(given) == read)
  }

  @Test(arguments: [["send", "--", "u"], ["run", "--", "--name"], ["value", "get", "--", "-k"]])
  func `two dashes end the options`(_ words: [String]) throws {
    guard case .work = try CommandLineReading.read(words) else {
      Issue.record("\(words) is no work with the client.")
      return
    }
  }

  @Test func `every command has the options for output`() throws {
    let commands = try CommandReference.root().all.filter(\.shownSubcommands.isEmpty)
    #expect(commands.count > 40)
    for command in commands {
      let tables = command.optionTables(headings: "###")
      #expect(tables.contains("--color") && tables.contains("--quiet"), "\(command.words)")
    }
  }

  @Test(arguments: [["queue", "list", "--color", "red"], ["help", "--color", "red"]])
  func `an unknown choice of colours is refused`(_ words: [String]) {
    #expect(throws: (any Error).self) { _ = try CommandLineReading.read(words) }
  }

  @Test(arguments: [["help", "frob"], ["help", "queue", "lisst"], ["help", "hsitory"]])
  func `help on an unknown command is a mistake`(_ words: [String]) {
    #expect(throws: UsageProblem.self) { _ = try CommandLineReading.read(words) }
    let problem = HelpCommand.problem(with: Array(words.dropFirst()))
    if words.last == "hsitory" { #expect(problem?.whatToDo == "Did you mean `weir help history`?") }
  }

  @Test(arguments: [["help"], ["help", "send"], ["help", "queue", "list"]])
  func `help on a command is none`(_ words: [String]) {
    #expect(CommandNames.problem(with: Array(words.dropFirst())) == nil)
  }

  @Test(arguments: [
    ("3", "weir queue limit http://a 3", "Missing lane name."),
    ("http://b", "weir queue limit http://b 3", "Missing number."),
  ])
  func `an incomplete limit is shown complete`(word: String, form: String, why: String) {
    let problem = QueueLimitCommand.incomplete(word, known: ["http://a"])
    #expect(problem.why == why && problem.whatToDo.contains(form))
  }

  @Test func `the help of a group names the full command`() throws {
    guard case .ownThread(let help) = try CommandLineReading.read(["import", "--help"]) else {
      Issue.record("Help was expected.")
      return
    }
    let error = #expect(throws: (any Error).self) { try help() }
    let text = WeirCommand.fullMessage(for: try #require(error))
    #expect(text.contains("USAGE: weir import <subcommand>"))
    #expect(text.contains("weir help import <subcommand>"))
  }

  @Test func `complaints name the full command`() {
    do {
      _ = try CommandLineReading.read(["queue", "list", "--nonsense"])
      Issue.record("An unknown option was read.")
    } catch {
      #expect(WeirCommand.fullMessage(for: error).contains("weir queue list"))
    }
  }

  @Test func `the help lists each mode of the cache once, with what it does`() {
    let lines = SendCommand.helpMessage(columns: 80).split(separator: "\n").map { $0.dropFirst(8) }
    for (mode, words) in [
      ("off", "does not read the cache."),
      ("fresh", "serves fresh responses and validates stale ones."),
      ("only", "never contacts the server."), ("refresh", "always contacts the server."),
    ] {
      let rows = lines.filter { $0.hasPrefix("\(mode) ") }
      #expect(rows.count == 1 && rows.first?.hasSuffix(" - \(words)") == true, "\(rows)")
    }
    #expect(!lines.contains { $0.contains("values: off") })
  }
}
