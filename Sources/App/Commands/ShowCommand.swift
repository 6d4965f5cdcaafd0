import ArgumentParser
import ClientCore
import ClientDocuments
import ClientModel
import ClientPipeline

/// `weir show`: prints a stored exchange, a graph or a batch.
struct ShowCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a job's request and response, or a graph's steps.",
    discussion: """
      Examples:
        weir show 17 --filter '.items[] | select(.price > 10) | .name'
        weir show 17 --wire
        weir show 17 --curl --reveal
        weir show 17 --view
        weir show g3 --body
        weir show g3 --step total
        weir show g3 --format json
        weir show g12 --rows -o results.ndjson

      --rows prints one line with a JSON object for each row of a batch, in the order of its file. Its \
      fields include row, values, job, state, status and body. JSON in body is unchanged, other text is a \
      string. For a large or binary body, bodyFrom is the command that prints it. Rows that have not ended \
      are included with their state.
      """)

  enum What: String, EnumerableFlag { case body, data, headers, curl, wire, view }

  @Argument(
    help: "The id of a job, of one of its attempts such as 17.2, or of a graph such as g3.",
    completion: .jobsAndGraphs)
  var shown: ShownID
  @Flag(
    help:
      "Print only this part. --data prints the value at the gateway's root path. --view prints the view that the catalog defines."
  ) var what: What?
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @Flag(
    help:
      "With --headers or --curl: show typed and received credentials in plain text. References are not resolved."
  ) var reveal = false
  @OptionGroup var filtering: FilterArguments
  @Option(help: ArgumentHelp("The result of this step of a graph.", valueName: "name"))
  var step: String?
  @Flag(help: "Print every row of a batch with its result, as NDJSON.") var rows = false
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write --rows to this new file.", valueName: "file"),
    completion: .file())
  var saveTo: String?
  @OptionGroup var workspace: WorkspaceOptions

  private var id: QueueID { shown.id }

  func execute() async throws -> ExitStatus {
    guard saveTo == nil || rows else {
      throw UsageProblem(
        what: "-o writes the rows of a batch.", why: "--rows is missing.",
        whatToDo: "For a job's body: weir show \(id.description) --body > FILE")
    }
    guard !reveal || format == .text && (what == .headers || what == .curl) else {
      throw UsageProblem(
        what: "--reveal shows credentials in plain text.",
        why: "Neither --headers nor --curl is given.",
        whatToDo: "weir show \(id.description) --curl --reveal")
    }
    if format == .json, let what {
      throw UsageProblem(
        what: "--format json and --\(what.rawValue) exclude each other.",
        why: "The JSON contains every part.", whatToDo: "Omit one of them.")
    }
    let filter = try filtering.options()
    let charset = try filtering.chosenCharset()
    if filter != nil, let what {
      throw UsageProblem(
        what: "--filter and --\(what.rawValue) exclude each other.",
        why: "A filter applies only to the body.", whatToDo: "Omit one of them.")
    }
    let session = try await ClientSession.open(workspace)
    let exchange: JobExchange?
    switch id {
    case .job where rows:
      throw UsageProblem(
        what: "A job has no rows.", why: "--rows prints the rows of a batch.",
        whatToDo: "Give a batch's id, such as g12.")
    case .graph(let graph): return try await show(graph, in: session)
    case .job where step != nil:
      throw UsageProblem(
        what: "A job has no steps.", why: "--step names a step of a graph.",
        whatToDo: "Give a graph's id, such as g3.")
    case .job(let job):
      exchange = try await JobExchange.read(job, upTo: shown.attempt, from: session.client)
    }
    guard let exchange = exchange.map(session.context.catalogs.explained) else {
      throw UsageProblem(
        what: "There is no \(shown.attempt == nil ? "job" : "attempt") \(shown.description).",
        why: "It never existed, or it has been deleted.",
        whatToDo: "`weir queue list` and `weir history` list the ids.")
    }
    if let filter {
      let status = try await FilterPrinter(options: filter, exchange: exchange).print()
      await session.close()
      return status
    }
    switch (format, what) {
    case (.json, _): try JSONOutput.print(ExchangeRecord(exchange, charset: charset))
    case (_, .body): try printer(exchange, [.body], charset).print()
    case (_, .data): try printer(exchange, [], charset).printData()
    case (_, .headers):
      try printer(exchange, [.requestHead, .responseHead]).print()
    case (_, .curl): printer(exchange, []).printCurl()
    case (_, .wire):
      let view = WireView(exchange.request, exchange.attempts)
      for line in view.lines { Console.print(Console.safe(line.text)) }
    case (_, .view): try ViewPrinter(exchange, catalogs: session.context.catalogs).print()
    case (_, nil): try printer(exchange, Set(ExchangePrinter.Part.allCases), charset).print()
    }
    await session.close()
    return .done
  }

  private func printer(
    _ exchange: JobExchange, _ parts: Set<ExchangePrinter.Part>, _ charset: TextEncoding? = nil
  ) -> ExchangePrinter {
    var printer = ExchangePrinter(exchange, parts: parts)
    printer.charset = charset
    if reveal { printer.secrets = .inClear }
    return printer
  }
}

extension ShowCommand {
  private func show(_ id: GraphID, in session: ClientSession) async throws -> ExitStatus {
    let found = try await session.client.graphs(matching: GraphQuery(ids: [id])).first
    guard let run = found else {
      throw UsageProblem(
        what: "There is no graph \(id).", why: "It was never run, or it has been deleted.",
        whatToDo: "`weir queue list` lists the running graphs.")
    }
    if run.rows != nil || rows { return try await showBatch(run, in: session) }
    let jobs = try await session.client.jobs(matching: JobQuery(ids: run.steps.compactMap(\.job)))
    if step != nil || what == .body {
      try await GraphResults(run: run).print(of: step, from: session.client)
    } else if let what {
      throw UsageProblem(
        what: "A graph has no --\(what.rawValue).", why: "Its requests are jobs of their own.",
        whatToDo: "`weir show \(id)` names them; --body and --step NAME print results.")
    } else if format == .json {
      try JSONOutput.print(try await GraphRecord.read(run, jobs, from: session.client))
    } else {
      try await GraphTable.read(run, jobs, from: session.client).lines().forEach(Console.print)
    }
    await session.close()
    return .done
  }
}

extension ShowCommand {
  private func showBatch(_ run: GraphRun, in session: ClientSession) async throws -> ExitStatus {
    guard run.rows != nil, step == nil, what == nil else {
      throw UsageProblem(
        what: run.rows == nil
          ? "Graph \(id.description) has no rows." : "A batch has no such part.",
        why: run.rows == nil
          ? "It consists of steps." : "It consists of rows, each of which is a job.",
        whatToDo: run.rows == nil
          ? "`weir show \(id.description) --format json` prints its steps."
          : "`weir show \(id.description) --rows` prints all rows.")
    }
    let results = RowResults(run: run, client: session.client)
    switch (rows, saveTo) {
    case (true, let path?):
      try await results.save(to: path)
      Console.complain("Rows written to \(Console.safe(path)): \(run.plan.count.grouped).")
    case (true, nil): try await results.eachPortion(StandardOutput.write)
    case (false, _) where format == .json:
      try JSONOutput.print(BatchRecord(run, try await session.client.report(of: run.id)))
    case (false, _): try await BatchTable.read(run, from: session.client).forEach(Console.print)
    }
    await session.close()
    return .done
  }
}

/// The subject of `weir show`. It is a job such as `17`, an attempt such as `17.2`, or a graph such
/// as `g3`.
struct ShownID: Hashable, Sendable {
  let id: QueueID
  /// The number of the attempt. Nil means the last attempt.
  let attempt: Int?
}

extension ShownID: ExpressibleByArgument {
  init?(argument: String) {
    let parts = argument.pieces(at: ".", maxSplits: 1)
    guard let id = QueueID(argument: String(parts[0])) else { return nil }
    self.id = id
    guard parts.count == 2 else {
      attempt = nil
      return
    }
    guard case .job = id, let number = UInt16(parts[1]), number > 0 else { return nil }
    attempt = Int(number)
  }

  var description: String { id.description + (attempt.map { ".\($0)" } ?? "") }
}
