import ClientCore
import ClientModel
import Glibc

/// A graph that a command runs. The command waits until the graph ends.
struct GraphSending {
  let session: ClientSession

  /// Submits a graph to run at once. Waits for it, prints its results, and returns the exit status.
  func send(_ graph: NewGraph, format: SendCommand.Form) async throws -> ExitStatus {
    let client = session.client
    try await client.start(as: .sender)
    try await session.tuneLanes(.new)
    let events = format == .text ? await client.events() : nil
    let progress = ProgressWriter.begin()
    defer { progress?.end() }
    let changes = progress == nil ? nil : await client.events()
    let id = try await client.submit(graph)
    let following = GraphProgress.follow(id, graph.plan, changes, on: progress)
    defer { following?.cancel() }
    let reporter = RetryReporter(client: client)
    let reporting = events.map { events in
      Task {
        await reporter.run(events) { job throws(Failure) in
          try await reporter.step(of: job, in: id, graph.plan)
        }
      }
    }
    defer { reporting?.cancel() }
    let interrupt = InterruptWatch { cause in
      if cause == .system {
        await client.quit(.stop)
        _exit(ExitStatus.signal.rawValue)
      }
      do {
        _ = try await client.cancel(id)
      } catch {
        Console.complain(error as? Failure ?? Self.lostGraph)
      }
    }
    let run = try await client.wait(for: id)
    let wasSignalled = interrupt.end()
    following?.cancel()
    progress?.end()
    guard let run else { throw Self.lostGraph }
    let jobs = try await client.jobs(matching: JobQuery(ids: run.steps.compactMap(\.job)))
    if format == .json {
      try JSONOutput.print(try await GraphRecord.read(run, jobs, from: client))
    } else {
      try await GraphTable.read(run, jobs, from: client).lines().forEach(Console.print)
    }
    let status = ExitStatus(run, jobs)
    return wasSignalled ? status.endedBySignal : status
  }

  private static var lostGraph: Failure {
    Failure(
      .storage, what: "The graph cannot be shown.", why: "It is no longer in the store.",
      whatToDo: "Run `weir doctor` to check the store.")
  }
}

extension ExitStatus {
  /// Creates the exit status of a command that waited for a graph. It is the status of the first
  /// step that is unsuccessful or still running.
  init(_ run: GraphRun, _ jobs: [Job]) {
    if let counts = run.rows?.counts {
      self = ExitStatus(counts)
      return
    }
    guard
      let step = run.steps.first(where: { $0.state.isUnsuccessful || $0.state == .running })
    else {
      self =
        run.steps.allSatisfy { $0.state == .done }
        ? .done : run.isStopped ? .cancelled : .skipped
      return
    }
    if let failure = step.failure {
      self = ExitStatus(failure)
    } else {
      let status = jobs.first { $0.id == step.job }.map(ExitStatus.init) ?? .done
      self =
        status != .done
        ? status
        : step.state == .running
          ? .held : step.state == .cancelled ? .cancelled : .checkFailed
    }
  }

  /// Creates the exit status of a command that waited for a batch. It is the status of the worst
  /// job.
  private init(_ counts: RowCounts) {
    self =
      if counts[.failed] > 0 {
        .checkFailed
      } else if counts[.interrupted] > 0 {
        .interrupted
      } else if counts[.succeeded] == counts.total {
        .done
      } else if counts[.cancelled] > 0 {
        .cancelled
      } else {
        counts[.skipped] > 0 ? .skipped : .held
      }
  }
}
