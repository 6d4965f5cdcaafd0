import ArgumentParser
import ClientCore
import ClientModel

/// `weir history`: what was exchanged, newest first.
struct HistoryCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Look through what was exchanged, also what failed or was cancelled.",
    discussion: """
      Words narrow it, and all must fit: status:404 status:4xx status:500-503 end:failed,cancelled \
      state:interrupted method:post request:users/get gateway:api job:17 since:2h since:2026-11-21 \
      before:1d, and any other text, which is looked for in URLs, names, and the headers of requests \
      and responses.

      Examples:
        weir history --limit 20
        weir history status:5xx since:1d gateway:api
        weir history x-request-id:7f3a --format json
      """)

  @Argument(help: ArgumentHelp("What must fit.", valueName: "word")) var words: [String] = []
  @Option(help: ArgumentHelp("How many.", valueName: "n")) var limit = 50
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let filter = HistoryFilter(words.joined(separator: " "), now: SystemClock().now)
    if let unread = filter.unread.first {
      throw UsageProblem(
        what: "`\(Console.safe(unread))` cannot be read.",
        why: "What follows the colon is none of the forms that Weir reads there.",
        whatToDo: "`weir help history` shows them all.")
    }
    let session = try await ClientSession.open(workspace)
    var found: [Exchange] = []
    var query = HistoryQuery(filter, limit: max(1, limit))
    while found.count < query.limit {
      let page = try await session.client.history(query)
      found += page.exchanges
      guard let next = page.next else { break }
      query.before = next
    }
    let shown = Array(found.prefix(query.limit))
    if format == .json {
      try JSONOutput.print(shown.map(HistoryRecord.init))
    } else {
      HistoryTable(exchanges: shown, filter: filter).lines().forEach(Console.print)
    }
    await session.close()
    return .done
  }
}
