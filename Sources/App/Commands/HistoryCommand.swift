import ArgumentParser
import ClientCore
import ClientModel

/// `weir history`: lists the stored exchanges, newest first.
struct HistoryCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List past requests, with failures and cancellations.",
    discussion: """
      Only exchanges that match all given words are listed: status:404 status:4xx status:500-503 \
      end:failed,cancelled state:interrupted method:post request:users/get gateway:api job:17 since:2h \
      since:yesterday since:2026-11-21 before:1d, and any other text, which is searched for in URLs, names, \
      and the headers of requests and responses.

      On a terminal, the default is 20 lines, unfinished jobs first; otherwise 50.

      Examples:
        weir history --limit 20
        weir history status:5xx since:1d gateway:api
        weir history x-request-id:7f3a --format json
        weir history --prune --days 7 --megabytes 500
      """)

  @Argument(
    help: ArgumentHelp("Only exchanges that match all words.", valueName: "word"),
    completion: .historyWords)
  var words: [String] = []
  @OptionGroup var listed: ListArguments
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @Flag(
    help: """
      Delete finished jobs and their exchanges, and list nothing: first the jobs older than --days, then \
      the oldest until the rest uses at most --megabytes. The default limits are those of retention in \
      config.yaml, or else 30 days and 2000 MB.
      """)
  var prune = false
  @Option(help: ArgumentHelp("With --prune: the age, in days.", valueName: "n")) var days: Int?
  @Option(help: ArgumentHelp("With --prune: the size, in megabytes.", valueName: "n"))
  var megabytes: Int?
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    if prune || days != nil || megabytes != nil { return try await clear() }
    let width = format == .text ? Console.terminalColumns : nil
    let limit = try listed.extent().most(on: width, otherwise: 50) ?? .max
    let filter = HistoryFilter(words.joined(separator: " "), now: SystemClock().now)
    if let unread = filter.unread.first {
      throw UsageProblem(
        what: "`\(Console.safe(unread))` cannot be read.",
        why: "The value after the colon is not in a known format.",
        whatToDo:
          "Write, for instance, since:2h, since:2026-11-21, status:4xx, state:failed or end:cancelled; "
          + "`weir help history` lists all forms.")
    }
    let session = try await ClientSession.open(workspace)
    if format == .json {
      var list = JSONList()
      try await eachPage(of: filter, limit, in: session.client) {
        try list.print($0.map(HistoryRecord.init))
      }
      list.end()
    } else {
      var output = PagedOutput(listed.paging)
      var table = HistoryTable(filter: filter, now: SystemClock().now)
      try await eachPage(of: filter, limit, in: session.client) { page in
        let isFinished = { (exchange: Exchange) in exchange.job.state.word.isFinished }
        let shown = width == nil ? page : page.filter { !isFinished($0) } + page.filter(isFinished)
        output.print(table.lines(of: shown))
      }
      output.print(table.lastLines)
      output.end()
    }
    await session.close()
    return .done
  }

  /// The maximum number of exchanges in memory while they are printed. Each may have a body of 64
  /// KiB.
  private static let portion = 200

  /// Passes the exchanges to `body`, newest first, one page at a time. The limit applies to the
  /// total number.
  private func eachPage(
    of filter: HistoryFilter, _ limit: Int, in client: Client, _ body: ([Exchange]) throws -> Void
  ) async throws {
    var left = limit
    var query = HistoryQuery(filter, limit: min(limit, Self.portion))
    while left > 0 {
      let page = try await client.history(query)
      try body(Array(page.exchanges.prefix(left)))
      left -= page.exchanges.count
      guard let next = page.next else { return }
      query.before = next
    }
  }

  private func clear() async throws -> ExitStatus {
    let isLimit = (0...1_000_000).contains(days ?? 0) && (0...1_000_000).contains(megabytes ?? 0)
    guard prune, words.isEmpty, isLimit else {
      throw UsageProblem(
        what: "Nothing was deleted.",
        why: words.isEmpty
          ? "--days and --megabytes require --prune, and must be from 0 to 1000000."
          : "--prune selects by age and size, not by words.",
        whatToDo: "To delete old jobs, run weir history --prune --days 7.")
    }
    let session = try await ClientSession.open(workspace)
    let count = try await session.client.prune(
      olderThan: days.map { .seconds($0 * 86_400) },
      retaining: megabytes.map { ByteCount(Int64($0) * 1_000_000) })
    Console.print("\(count.grouped) finished job\(count == 1 ? "" : "s") deleted.")
    await session.close()
    return .done
  }
}
