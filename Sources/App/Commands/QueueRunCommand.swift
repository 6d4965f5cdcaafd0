import ArgumentParser
import ClientCore
import ClientModel

/// `weir queue run`: runs the queue without a screen.
struct QueueRunCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run queued jobs without a screen.",
    discussion: """
      Resumes lanes that were paused by a restart; lanes that you paused stay paused.
      Example:
        weir queue run --until-idle
      """)

  @Flag(
    help:
      "End when no more jobs can run. On a terminal, the last line counts the results of the run.")
  var untilIdle = false
  @Option(
    help: ArgumentHelp(
      "Set the limit of every lane to this number before the first job starts.", valueName: "n"))
  var limit: Int?
  @Flag(exclusivity: .exclusive) var stub: StubFlag?
  @OptionGroup var detail: ProgressArguments
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    if let limit, limit < 1 {
      throw UsageProblem(
        what: "`\(limit)` is not a valid value for --limit.", why: "The minimum is 1.",
        whatToDo: "To stop a lane, pause it: weir queue pause LANE")
    }
    let session = try await ClientSession.open(workspace, for: .running, stubs: stub?.mode)
    // The store can fail as soon as the first job starts, so failures are followed before the queue
    // starts.
    let watch = watchFaults(of: session.client, await session.client.notices())
    try await setLimits(of: session)
    // Counting begins before the queue starts, because a fast job may end at once.
    let began = SystemClock().now
    let counting = countsResults ? await countResults(of: session.client) : nil
    // Signals are caught before the first job starts. Otherwise, a signal could end the process
    // during a request.
    let start = Task { try await session.client.start(as: .runner, afterRestart: .resumeLanes) }
    let interrupt = InterruptWatch { _ in
      _ = await start.result
      await session.client.quit(.drain)
    }
    if case .held(let runner)? = try await start.value {
      Console.complain(
        "\(runner.prefix(1).uppercased())\(runner.dropFirst()) runs the queue; "
          + "this process takes over when it ends"
          + (untilIdle ? ", and ends when the queue is idle." : "."))
      if let failure = session.store?.file?.stoppedRunner { Console.complain(failure) }
      // If the process became the queue runner at once, it has already resumed the lanes that a
      // restart paused.
      try await session.client.resumeAfterRestart()
    }
    let settings = Task { await SettingsFollower(session).follow { Console.complain($0) } }
    if untilIdle {
      let progress = ProgressWriter.begin()
      defer { progress?.end() }
      let following = await RunProgress.follow(session.client, on: progress)
      defer { following?.cancel() }
      await session.client.waitUntilDrained()
    } else {
      await interrupt.wait()
    }
    let wasInterrupted = interrupt.end()
    var batches: Set<GraphID> = []
    if untilIdle, !wasInterrupted {
      batches = try await reportBatches(endedSince: began, in: session)
      try await reportRemaining(in: session)
    }
    let time = SystemClock().now.since(began)
    await session.close()
    // The end of the client ends the stream, so that the last events are counted.
    if let line = await counting?.value.line(without: batches, in: time) { Console.complain(line) }
    settings.cancel()
    watch.cancel()
    if case .failure(let failure) = await watch.result, let failure = failure as? Failure {
      return ExitStatus(failure)
    }
    return wasInterrupted ? .signal : .done
  }

  /// Whether a person reads the results of the run.
  private var countsResults: Bool {
    untilIdle && Console.isComplaintReadByPeople && !StandardOutput.isSilenced
  }

  /// Counts the jobs that end until the client ends.
  private func countResults(of client: Client) async -> Task<RunResults, Never> {
    let events = await client.eventLog(of: [.finished], buffering: 10_000)
    return Task {
      var results = RunResults()
      for await event in events { results.take(event) }
      return results
    }
  }

  /// Reports the results of the batches that ended during the run, oldest first.
  ///
  /// - Returns: The ids of these batches.
  private func reportBatches(
    endedSince began: Timestamp, in session: ClientSession
  ) async throws -> Set<GraphID> {
    let ended = try await session.client.graphs(
      matching: GraphQuery(progress: .ended, limit: QueueQuery.endedGraphs))
    let batches = ended.reversed().filter { $0.rows != nil && $0.since >= began }
    for run in batches {
      try await BatchTable.read(run, from: session.client).forEach(Console.complain)
    }
    return Set(batches.map(\.id))
  }

  /// Reports the jobs that remain in an idle queue because they need a decision of the user. Each
  /// report names the command for the decision.
  private func reportRemaining(in session: ClientSession) async throws {
    for tally in try await session.client.lanes()
    where tally.lane.pause == .byUser || tally.lane.pause == .offline {
      guard let count = tally.counts[.waiting], count > 0 else { continue }
      let key = tally.lane.key
      Console.complain(
        "Lane \(LaneNames(session).names(of: [key])) is \(tally.lane.pause.text), \(count.grouped) "
          + "job\(count == 1 ? " waits" : "s wait") in it; "
          + "`weir queue resume \(LaneNames(session).words(for: key))` starts \(count == 1 ? "it" : "them")."
      )
    }
    try await reportJobs(in: session)
    let open = try await session.client.graphs(matching: GraphQuery(progress: .open))
    for run in open where run.instruction == .hold {
      Console.complain(
        "\(run.title) is held: \(run.summary.text); `weir queue release \(run.id)` releases it.")
    }
  }

  /// Reports the jobs that wait for the user. They need an answer, a secret or a decision.
  private func reportJobs(in session: ClientSession) async throws {
    var ids: [JobID] = []
    var query = JobQuery(states: [.held, .interrupted], order: .oldestFirst, limit: 1000)
    while true {
      let page = try await session.client.jobs(matching: query)
      guard let last = page.last else { break }
      query.after = last.id
      ids += page.filter { job in
        switch job.state {
        case .interrupted, .held(.question), .held(.missingSecret): true
        default: false
        }
      }.map(\.id)
    }
    guard !ids.isEmpty else { return }
    Console.complain(
      "\(ids.count.grouped) job\(ids.count == 1 ? " waits" : "s wait") for you: \(ids.listed). "
        + "`weir queue list --state held --state interrupted` shows the reasons.")
  }

  /// Sets the limits before the first job may start, because a start cannot be undone.
  private func setLimits(of session: ClientSession) async throws {
    await SettingsFollower(session).useConnectionPool { Console.complain($0) }
    try await session.tuneLanes(.all)
    guard let limit else { return }
    for tally in try await session.client.lanes() {
      try await session.client.setLimit(limit, of: tally.lane.key)
    }
  }

  /// Reports failures of the store while the queue runs.
  ///
  /// The run waits until a full disk has space, because responses that are not stored yet would be
  /// lost with the process. With `--until-idle`, any other failure that lasts longer than 2 s ends
  /// the run, and the task throws the failure.
  private func watchFaults(
    of client: Client, _ notices: AsyncStream<Failure>
  ) -> Task<Void, any Error> {
    Task {
      for await failure in notices {
        Console.complain(failure)
        guard await client.isStoreFailing else { continue }
        guard failure.kind != .diskFull else {
          Console.complain(
            "No more jobs start until there is free space; then the queue continues. Ctrl+C ends the command."
          )
          continue
        }
        guard untilIdle else { continue }
        // The wait is longer than the client's first retry, so that a temporary fault does not end
        // the run.
        await SystemClock().wait(until: SystemClock().now.advanced(by: .seconds(2)))
        guard await client.isStoreFailing else { continue }
        await client.quit(.drain)
        throw failure
      }
    }
  }
}

/// `weir queue wait`: waits until jobs are finished or need the user.
struct QueueWaitCommand: JobsCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait", abstract: "Wait until jobs and graphs have ended or need a decision.",
    discussion: "Example:\n  weir queue wait 17 && weir show 17 --body")
  @OptionGroup var arguments: JobArguments

  func execute() async throws -> ExitStatus {
    try arguments.check()
    let session = try await ClientSession.open(arguments.workspace, for: .watching)
    try await session.client.start(as: .visitor)
    if let failure = session.store?.file?.stoppedRunner { Console.complain(failure) }
    let jobs = try await session.client.wait(for: arguments.jobs)
    let known = Set(jobs.map(\.id))
    let missing = arguments.jobs.filter { !known.contains($0) }
    var graphs: [ExitStatus] = []
    for id in arguments.graphs {
      if let run = try await session.client.wait(for: id) {
        let jobs = try await session.client.jobs(
          matching: JobQuery(ids: run.steps.compactMap(\.job)))
        if run.rows != nil {
          try await BatchTable.read(run, from: session.client).forEach(Console.print)
        } else {
          try await GraphTable.read(run, jobs, from: session.client).lines().forEach(Console.print)
        }
        graphs.append(ExitStatus(run, jobs))
      } else {
        Console.complain("There is no graph \(id).")
        graphs.append(.usage)
      }
    }
    var table = JobTable()
    table.lines(of: jobs).forEach(Console.print)
    for id in missing { Console.complain(JobNumber.unknown(id)) }
    await session.close()
    let worst = (jobs.map(ExitStatus.init) + graphs).first { $0 != .done }
    return worst ?? (missing.isEmpty ? .done : .usage)
  }
}
