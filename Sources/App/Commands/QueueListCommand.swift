public import ArgumentParser
import ClientCore
public import ClientModel

/// `weir queue list`: prints jobs as a table or as JSON.
struct QueueListCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List jobs, waiting ones first.",
    discussion: """
      On a terminal, the list has the unfinished jobs and the newest 20 finished ones, and a list that \
      does not fit on the screen is shown in $PAGER. Without a terminal, all jobs are listed.

      Examples:
        weir queue list
        weir queue list --state failed --format json | jq '.[].id'

      A job fails if no response arrives, if the response is 4xx or 5xx, or if an assertion fails.
      """)

  @Option(
    help: ArgumentHelp("Only jobs in this state; may be repeated.", valueName: "state"),
    completion: .jobStates)
  var state: [JobState.Word] = []
  @Option(help: ArgumentHelp("Only jobs in this lane.", valueName: "name"), completion: .lanes)
  var lane: String?
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var listed: ListArguments
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus { try await order().execute() }

  func order() throws -> QueueListOptions {
    QueueListOptions(
      states: state.isEmpty ? nil : Set(state), lane: lane, format: format,
      extent: try listed.extent(), paging: listed.paging, workspace: try workspace.choice())
  }
}

/// The options of `weir queue list`. They do not depend on the parser.
struct QueueListOptions: ClientWork, Equatable {
  /// The listed states. Nil means all states.
  var states: Set<JobState.Word>?
  /// The listed lane. Nil means all lanes.
  var lane: String?
  var format = SendCommand.Form.text
  /// The number of finished jobs in the list.
  var extent = ListExtent.automatic
  var paging = PagedOutput.Mode.automatic
  var workspace = WorkspaceChoice()

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace, for: .orders)
    // One name may denote two lanes: the lanes for http and https of the same host.
    let lanes =
      lane == nil ? [nil] : try await LaneNames(session).lanes(named: lane).map(Optional.some)
    let width = format == .text ? Console.terminalColumns : nil
    let most = extent.most(on: width, otherwise: nil)
    let queries = lanes.flatMap { self.queries(in: $0, finished: most) }
    if format == .json {
      var list = JSONList()
      try await JobPortions(session).forEach(of: queries) { jobs in
        let places = try await GraphPositions.read(of: jobs, from: session.client)
        try list.print(jobs.map { JobRecord($0, in: places[$0.id]) })
      }
      list.end()
    } else {
      var output = PagedOutput(paging)
      var table = JobTable()
      var isEmpty = true
      try await JobPortions(session).forEach(of: queries) { jobs in
        let places = try await GraphPositions.read(of: jobs, from: session.client)
        isEmpty = isEmpty && jobs.isEmpty
        output.print(table.lines(of: jobs, in: places))
      }
      if isEmpty {
        output.print([
          states == nil && lane == nil
            ? "No jobs. `weir queue add URL` adds one."
            : "No matching jobs. `weir queue list` without options lists all jobs."
        ])
      }
      if let most, let store = session.store {
        var hidden = 0
        for lane in lanes {
          let query = JobQuery(states: finishedStates, lane: lane)
          hidden += max(0, try await store.storage.count(matching: query) - most)
        }
        if hidden > 0 {
          let jobs = hidden == 1 ? "job is" : "jobs are"
          let text = "\(hidden.grouped) older finished \(jobs) not listed; --all lists all jobs."
          output.print([Console.styled(text, .grey)])
        }
      }
      let open = try await session.client.graphs(matching: GraphQuery(progress: .open))
      output.print(GraphList(graphs: open).lines())
      for tally in try await session.client.lanes()
      where tally.lane.isPaused && (lane.map(tally.lane.key.isCalled) ?? true) {
        output.print([
          "Lane \(LaneNames(session).names(of: [tally.lane.key])) is \(tally.lane.pause.text)."
        ])
      }
      if lane == nil, try await session.client.futurePause() != .none {
        output.print(["New lanes start paused. Run `weir queue resume` to resume all lanes."])
      }
      output.end()
    }
    await session.close()
    return .done
  }
}

extension QueueListOptions {
  private var finishedStates: Set<JobState.Word> {
    Set((states ?? Set(JobState.Word.allCases)).filter(\.isFinished))
  }

  /// Returns the queries for the jobs of a lane. Unfinished jobs come first.
  private func queries(in lane: LaneKey?, finished most: Int?) -> [JobQuery] {
    guard let most else { return [JobQuery(states: states, lane: lane)] }
    let unfinished = (states ?? Set(JobState.Word.allCases)).subtracting(finishedStates)
    return [
      JobQuery(states: unfinished, lane: lane),
      JobQuery(states: finishedStates, lane: lane, limit: most),
    ].filter { $0.states?.isEmpty == false }
  }
}

/// A reader of the jobs of a list in chunks, because a long queue may not fit into memory.
struct JobPortions {
  private let client: Client
  private let store: SessionStore?

  /// The maximum number of jobs in memory while a list is printed.
  private static let size = 1_000

  init(_ session: ClientSession) { (client, store) = (session.client, session.store) }

  /// Passes the jobs of the queries to `body` in order, one chunk at a time.
  ///
  /// The ids are read first. A job that moves meanwhile is thus neither skipped nor repeated.
  func forEach(
    of queries: [JobQuery], _ body: ([Job]) async throws -> Void
  ) async throws {
    guard let store else {
      for query in queries { try await body(try await client.jobs(matching: query)) }
      return
    }
    var ids: [JobID] = []
    for query in queries { ids += try await store.ids(matching: query) }
    let states = Set(queries.flatMap { $0.states ?? Set(JobState.Word.allCases) })
    for start in stride(from: 0, to: ids.count, by: Self.size) {
      let portion = Array(ids[start..<min(start + Self.size, ids.count)])
      let found = try await client.jobs(
        matching: JobQuery(ids: portion, states: states, order: .oldestFirst))
      let byID = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      try await body(portion.compactMap { byID[$0] })
    }
  }
}

extension JobState.Word: ExpressibleByArgument {}
