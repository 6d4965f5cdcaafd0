import ArgumentParser
import ClientCore
import ClientModel
import FoundationEssentials
import ViewModels

/// `weir queue add`: adds a job or a batch of jobs, and prints the id.
struct QueueAddCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a job to the queue and print its id.",
    discussion: """
      Examples:
        weir queue add PUT https://api.example.com/items/7 name=lamp
        weir queue add --snapshot --multipart POST https://api.example.com/files report@today.pdf
        weir queue add --each rows.csv POST 'https://api.example.com/items' 'name={{name}}'

      --each creates a batch: one job for each row. The batch has an id such as g12, which the queue \
      commands and `weir show` accept. The file is CSV with a header line, a JSON array of objects \
      (.json), or one JSON object per line (.ndjson, .jsonl). Every row is checked first, with \
      --endpoint also against the catalog. If any row does not make a valid request, nothing is added, \
      and all such rows are listed.
      """)

  @OptionGroup var request: RequestOptions
  @OptionGroup(title: "Trust") var trust: TrustArguments
  @OptionGroup(title: "Network") var network: NetworkArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments
  @OptionGroup(title: "Response") var response: ParsingArguments
  @OptionGroup(title: "Cache") var cache: CacheArguments
  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions
  @Option(
    help: ArgumentHelp("The lane of the job; by default the origin of its URL.", valueName: "name"),
    completion: .lanes)
  var lane: String?
  @Option(help: ArgumentHelp("The priority; higher values run first.", valueName: "n"))
  var priority = 0
  @Flag(help: "Hold the job until it is released.") var hold = false
  @Option(
    help: ArgumentHelp(
      "The earliest start: +90s, +5m, +2h, HH:MM, or 2026-11-21T08:00.", valueName: "time"))
  var at: String?
  @Option(help: ArgumentHelp("The maximum number of attempts (4).", valueName: "n")) var retry: Int?
  @Option(
    help: ArgumentHelp(
      "A key by which the server recognises repeats; `auto` generates one.", valueName: "key"))
  var idempotencyKey: String?
  @Option(
    help: ArgumentHelp(
      "One job for each row of a .csv, .json or .ndjson file; its columns fill {{name}}.",
      valueName: "file"),
    completion: .file(extensions: ["csv", "json", "ndjson", "jsonl"]))
  var each: String?
  @OptionGroup var caller: CallArgument
  @OptionGroup var prompts: PromptOptions
  @OptionGroup var detail: ProgressArguments

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    let job = try jobOptions()
    let rows = try each.map { path throws(UsageProblem) in try RowFile(path: path) }
    var draft = try session.context.draft(from: try requestWords())
    if let retry { draft.options.retry.attempts = max(1, retry) }
    if let key = idempotencyKey { draft.idempotencyKey = key == "auto" ? "" : key }
    draft.job = job
    var status = ExitStatus.done
    if let rows {
      status = try await add(draft, each: rows, session)
    } else {
      let request = try session.context.prepare(draft)
      guard consent(in: session).isGiven(toSend: [NamedRequest(request)]) else {
        await session.close()
        return .cancelled
      }
      let prepared =
        self.request.fileCopy == .snapshot
        ? try await session.client.snapshot(request) : request
      var job = session.context.job(for: prepared, from: draft, .queued)
      job.draft = draft
      if prepared.gateway != nil { try await session.tuneLanes(.new) }
      let ids = try await session.client.submit([job])
      Console.print(ids.map(\.description).joined(separator: "\n"))
    }
    await session.close()
    return status
  }

  private func add(
    _ draft: Draft, each rows: RowFile, _ session: ClientSession
  ) async throws -> ExitStatus {
    let progress = ProgressWriter.begin()
    defer { progress?.end() }
    var builder = BatchBuilder(session)
    builder.progress = progress
    let prepared = try await builder.batch(
      draft, each: rows, BatchOptions(copy: request.fileCopy))
    progress?.end()
    let count = prepared.rows.count
    let unsafe = prepared.rows.firstUnsafe.map(NamedRequest.init)
    guard consent(in: session).isGiven(toSend: count, unsafe: unsafe) else { return .cancelled }
    if prepared.rows.hasGateway { try await session.tuneLanes(.new) }
    let adding = ProgressWriter.begin()
    defer { adding?.end() }
    adding?.show(ProgressLine(title: "Adding \(count.grouped) rows", began: SystemClock().now))
    let id = try await session.client.submit(prepared.batch)
    adding?.end()
    Console.print(id.description)
    Console.complain(
      "\(count.grouped) row\(count == 1 ? "" : "s") of \(Console.safe(rows.path)) added to the queue"
        + (draft.job.start == .held ? " and held; `weir queue release \(id)` releases them." : ".")
    )
    return .done
  }

  private func consent(in session: ClientSession) -> ProductionConsent {
    ProductionConsent(environment: session.context.environment, prompts: prompts.prompts)
  }

  private func jobOptions() throws(UsageProblem) -> JobOptions {
    var options = JobOptions(
      priority: priority, start: hold ? .held : .atTurn, lane: lane, call: try caller.identifier())
    if let at {
      guard EarliestStart.time(at, after: SystemClock().now) != nil else {
        throw UsageProblem(
          what: "\(Console.safe(at)) is not a time.", why: "It is not in a known format.",
          whatToDo: "Write +90s, +5m, +2h, 14:30 or 2026-11-21T08:00.")
      }
      options.start = .at(at)
    }
    return options
  }
}
