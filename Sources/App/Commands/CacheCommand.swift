import ArgumentParser
import ClientCore
import ClientModel

/// `weir cache`: the cached responses.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "List, show, add, refresh and delete cached responses.",
    subcommands: [
      CacheListCommand.self, CacheShowCommand.self, CachePutCommand.self,
      CacheRefreshCommand.self, CacheDeleteCommand.self, CacheClearCommand.self,
    ])

  /// Returns the cache of a session's client.
  static func cache(of session: ClientSession) throws -> any ResponseCache {
    guard let cache = session.client.cache else {
      throw UsageProblem(
        what: "There is no cache.", why: "This session stores nothing.",
        whatToDo: "Use the cache outside the demo.")
    }
    return cache
  }
}

/// `weir cache list`: lists entries, newest first.
struct CacheListCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List cached responses, newest first.",
    discussion: """
      Example:
        weir cache list --match api.example.com --format json | jq '.[].id'
      """)

  @Option(help: ArgumentHelp("Only responses whose URL contains this text.", valueName: "text"))
  var match: String?
  @Option(help: ArgumentHelp("The maximum number of responses.", valueName: "n")) var limit = 100
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    let cache = try CacheCommand.cache(of: session)
    let query = CacheQuery(text: match, limit: max(1, limit))
    let now = SystemClock().now
    let entries = await cache.entries(matching: query).map { CacheEntryRecord($0, at: now) }
    if format == .json {
      try JSONOutput.print(entries)
    } else {
      CacheEntryTable(entries: entries).lines().forEach(Console.print)
      let count = await cache.count(matching: CacheQuery(text: match))
      if count > entries.count { Console.print("… and \(count - entries.count) more.") }
      let size = await cache.size
      if count > 0 { Console.print("The cache uses \(size).") }
    }
    await session.close()
    return .done
  }
}

/// `weir cache show ID`: prints the head and the body of an entry.
struct CacheShowCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a cached response.",
    discussion: "Example:\n  weir cache show 12 --body | jq .")

  enum What: String, EnumerableFlag { case body, headers }

  @Argument(help: "The entry's id, as `weir cache list` shows it.") var id: UInt32
  @Flag(help: "Only this part.") var what: What?
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    let cache = try CacheCommand.cache(of: session)
    let id = CacheEntryID(Int64(id))
    guard let entry = await cache.entries(matching: CacheQuery(ids: [id])).first,
      let body = await cache.body(of: entry)
    else { throw CacheEntryRecord.unknown(id) }
    if format == .json {
      try JSONOutput.print(CacheEntryRecord(entry, at: SystemClock().now))
    } else {
      try CacheEntryPrinter(entry, body: body, at: SystemClock().now).print(what)
    }
    await session.close()
    return .done
  }
}

/// `weir cache refresh ID...`: requests the responses from the servers again.
struct CacheRefreshCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Send the original request again and store its response.",
    discussion: "Example:\n  weir cache refresh 12 13")

  @Argument(help: "Ids, as `weir cache list` shows them.") var ids: [UInt32]
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    try await session.client.start(as: .sender)
    var status = ExitStatus.done
    for id in ids.map({ CacheEntryID(Int64($0)) }) {
      guard let job = try await session.client.refreshCached(id) else {
        throw CacheEntryRecord.unknown(id)
      }
      guard let ended = try await session.client.wait(for: [job]).first,
        let exchange = try await JobExchange.read(job, from: session.client)
      else { continue }
      let response = exchange.response
      let words = response.map { "\($0.head?.status ?? 0), \($0.source.text)" } ?? "no response"
      Console.print("\(id): \(Console.safe(ended.displayURL)): \(words)")
      if case .failed(let failure) = ended.state { Console.complain(failure) }
      if status == .done { status = ExitStatus(ended) }
    }
    await session.close()
    return status
  }
}

/// `weir cache delete ID...`.
struct CacheDeleteCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete cached responses.",
    discussion: "Example:\n  weir cache delete 12 13")

  @Argument(help: "Ids, as `weir cache list` shows them.") var ids: [UInt32]
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    _ = try CacheCommand.cache(of: session)
    let count = await session.client.cachedResponses.remove(ids.map { CacheEntryID(Int64($0)) })
    Console.print("\(count) deleted.")
    await session.close()
    guard count < Set(ids).count else { return .done }
    throw UsageProblem(
      what: "Some of the given ids are not in the cache.",
      why: "They have been deleted or evicted.",
      whatToDo: "`weir cache list` lists the ids.")
  }
}

/// `weir cache clear`.
struct CacheClearCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Delete every cached response.",
    discussion: "Example:\n  weir cache clear")

  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    _ = try CacheCommand.cache(of: session)
    let count = await session.client.cachedResponses.clear()
    Console.print("\(count) deleted.")
    await session.close()
    return .done
  }
}
