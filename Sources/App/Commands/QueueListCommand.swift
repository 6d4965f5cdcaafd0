public import ArgumentParser
import ClientCore
public import ClientModel

/// `weir queue list`: jobs as a table or as JSON.
struct QueueListCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List jobs, waiting ones first.",
    discussion: """
      Example:
        weir queue list --state failed --format json | jq '.[].id'

      A job fails if no response arrives, if the response is 4xx or 5xx, or if an assertion does not hold.
      """)

  @Option(
    help: ArgumentHelp("Only jobs in this state; may be repeated.", valueName: "state"),
    completion: .jobStates)
  var state: [JobState.Word] = []
  @Option(help: ArgumentHelp("Only this lane.", valueName: "name"), completion: .lanes)
  var lane: String?
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    let states = state.isEmpty ? nil : Set(state)
    var jobs: [Job] = []
    // One name may mean two lanes: http and https of one host.
    for lane in lane == nil ? [nil] : try await session.lanes(named: lane).map(Optional.some) {
      jobs += try await session.client.jobs(matching: JobQuery(states: states, lane: lane))
    }
    let places = try await GraphPlaces.read(of: jobs, from: session.client)
    if format == .json {
      try JSONOutput.print(jobs.map { JobRecord($0, in: places[$0.id]) })
    } else {
      var table = JobTable(jobs: jobs, places: places)
      if states != nil || lane != nil {
        table.emptiness = "No such jobs. `weir queue list` without options shows all."
      }
      table.lines().forEach(Console.print)
      let open = try await session.client.graphs(matching: GraphQuery(standing: .open))
      GraphList(graphs: open).lines().forEach(Console.print)
      for tally in try await session.client.lanes()
      where tally.lane.isPaused && (lane.map(tally.lane.key.isCalled) ?? true) {
        Console.print("Lane \(session.names(of: [tally.lane.key])) is \(tally.lane.pause.text).")
      }
      if lane == nil, try await session.client.futurePause() != .none {
        Console.print("New lanes start paused; `weir queue resume` ends this.")
      }
    }
    await session.close()
    return .done
  }
}

extension JobState.Word: ExpressibleByArgument {}
