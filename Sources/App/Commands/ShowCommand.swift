import ArgumentParser
import ClientCore
import ClientModel
import ClientPipeline

/// `weir show`: a kept exchange.
struct ShowCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a job's request and response.",
    discussion: """
      Examples:
        weir show 17 --body | jq .items
        weir show 17 --wire
      """)

  enum What: String, EnumerableFlag { case body, data, headers, curl, wire }

  @Argument(help: "The job's id.") var id: UInt32
  @Flag(help: "Only this part; data is what the gateway's root path names.") var what: What?
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    guard let exchange = try await JobExchange.read(JobID(Int64(id)), from: session.client) else {
      throw UsageProblem(
        what: "There is no job \(id).", why: "It was never made, or it has been cleared.",
        whatToDo: "`weir queue list` and `weir history` show the ids there are.")
    }
    switch (format, what) {
    case (.json, _): try JSONOutput.print(ExchangeRecord(exchange))
    case (_, .body): try ExchangePrinter(exchange, parts: [.body]).print()
    case (_, .data): try ExchangePrinter(exchange, parts: []).printData()
    case (_, .headers): try ExchangePrinter(exchange, parts: [.requestHead, .responseHead]).print()
    case (_, .curl): ExchangePrinter(exchange, parts: []).printCurl()
    case (_, .wire):
      let view = WireView(exchange.request, exchange.attempts)
      for line in view.lines { Console.print(Console.safe(line.text)) }
    case (_, nil): try ExchangePrinter(exchange, parts: Set(ExchangePrinter.Part.allCases)).print()
    }
    await session.close()
    return .done
  }
}

/// `weir history`: finished jobs, newest first.
struct HistoryCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List finished jobs, the newest first.",
    discussion: "Example:\n  weir history --limit 20")

  @Option(help: ArgumentHelp("How many.", valueName: "n")) var limit = 50
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    let jobs = try await session.client.jobs(
      matching: JobQuery(
        states: Set(JobState.Word.allCases.filter(\.isFinished)), order: .newestFirst,
        limit: max(1, limit)))
    if format == .json {
      try JSONOutput.print(jobs.map(JobRecord.init))
    } else {
      JobTable(jobs: jobs).lines().forEach(Console.print)
    }
    await session.close()
    return .done
  }
}
