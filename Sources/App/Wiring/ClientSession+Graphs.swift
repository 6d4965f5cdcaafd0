import ClientCore
import ClientModel
import ClientWorkspace
import Glibc

/// The saved request or the graph that a name of `weir run` denotes.
enum RunTarget {
  case request(Draft)
  case graph(NewGraph)
}

extension ClientSession {
  /// Returns a saved request, else a graph. `graphs/NAME` is always a graph.
  ///
  /// - Parameter gateway: The gateway of all requests instead of their own, or nil.
  func target(
    named name: String, gateway: String?, scheduling: Job.Scheduling
  ) throws -> RunTarget {
    if let name = try graphName(of: name) {
      return .graph(try graph(named: name, gateway, scheduling))
    }
    var draft = try load(name)
    if let gateway { draft.gateway = gateway }
    return .request(draft)
  }

  /// Returns the graph that a name of `weir run` denotes, or nil if it denotes a request.
  private func graphName(of name: String) throws -> String? {
    let prefix = "graphs/"
    if name.begins(with: prefix) { return String(name.dropping(bytes: prefix.utf8.count)) }
    let known = try Reported.workspace { () throws(WorkspaceProblem) in
      try workspace.requestNames().map(\.path)
    }
    return !known.contains(name) && workspace.graphNames().contains(name) ? name : nil
  }

  /// Checks that jq can run all programs of these names of `weir run`, in graphs and in assertions.
  func checkJQ(of names: [String]) async throws {
    for name in names {
      if let graph = try graphName(of: name) {
        try await checkJQ(ofGraph: graph)
      } else {
        try await checkAssertions(ofRequest: name)
      }
    }
  }

  /// Checks the assertions of a saved request. Throws an error with its position in the file.
  private func checkAssertions(ofRequest name: String) async throws {
    do throws(WorkspaceProblem) {
      try await workspace.checkAssertions(of: try requestName(name)) { [client] in
        await client.fault(inAssertions: $0)
      }
    } catch {
      try Reported.workspace { () throws(WorkspaceProblem) in throw error }
    }
  }

  /// Checks the jq programs of a graph and the assertions of its requests. Throws an error with its
  /// position in the file.
  func checkJQ(ofGraph name: String) async throws {
    do {
      try await workspace.checkJQ(ofGraph: name) { [client] texts in
        try await client.fault(inJQ: texts).map { ($0.index, $0.fault.sentence) }
      }
    } catch let problem as WorkspaceProblem {
      try Reported.workspace { () throws(WorkspaceProblem) in throw problem }
    }
    try await checkAssertions(
      of: try Reported.workspace { () throws(WorkspaceProblem) in try workspace.graph(name) })
  }

  /// Checks the assertions of the saved requests of a graph.
  func checkAssertions(of plan: GraphPlan) async throws {
    var seen: Set<String> = []
    for step in plan.steps {
      guard case .request(let name) = step.work, seen.insert(name).inserted else { continue }
      try await checkAssertions(ofRequest: name)
    }
  }

  /// Returns the graph with all data of its steps, so that the workspace's files may change from
  /// now on.
  func graph(
    named name: String, _ gateway: String? = nil, _ scheduling: Job.Scheduling
  ) throws -> NewGraph {
    let plan = try Reported.workspace { () throws(WorkspaceProblem) in try workspace.graph(name) }
    try Reported.workspace { () throws(WorkspaceProblem) in
      try workspace.checkRequests(ofGraph: name)
    }
    return try graph(of: plan, gateway, scheduling)
  }

  /// Returns a graph, which need not come from a file, with all data of its steps.
  func graph(
    of plan: GraphPlan, _ gateway: String?, _ scheduling: Job.Scheduling
  ) throws -> NewGraph {
    if let environmentProblem { throw environmentProblem }
    try checkOverlays(ofGraph: plan)
    var material = GraphMaterial(
      environment: environment, gateways: gateways,
      trust: trust?.standing == .untrusted ? .untrusted : .trusted)
    for step in plan.steps {
      guard case .request(let name) = step.work, material.drafts[name] == nil else { continue }
      var draft = try load(name)
      draft.name = name
      if let gateway { draft.gateway = gateway }
      draft = ruled(draft).draft
      material.drafts[name] = draft
    }
    return NewGraph(plan, material, workspace: laneWorkspace, scheduling: scheduling)
  }

  /// Submits a graph to run at once, waits for it, prints its results, and returns the exit status.
  func run(_ graph: NewGraph, format: SendCommand.Form) async throws -> ExitStatus {
    try await client.start(as: .sender)
    try await tuneLanes(.new)
    let events = format == .text ? await client.events() : nil
    let id = try await client.submit(graph)
    let reporter = RetryReporter(client: client)
    let reporting = events.map { events in
      Task {
        await reporter.run(events) { job throws(Failure) in
          try await reporter.step(of: job, in: id, graph.plan)
        }
      }
    }
    defer { reporting?.cancel() }
    let interrupt = InterruptWatch { [client] cause in
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
      .storage, what: "The graph cannot be shown.", why: "It is gone from the store.",
      whatToDo: "Run `weir doctor` to see what is wrong with the store.")
  }
}

extension ExitStatus {
  /// Creates the exit status of a command that waited for a graph: the status of the first step
  /// that is unsuccessful or still running.
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
          ? .held : step.state == .cancelled ? .cancelled : .serverSaidNo
    }
  }

  /// Creates the exit status of a command that waited for a batch: the status of the worst job.
  private init(_ counts: RowCounts) {
    self =
      if counts[.failed] > 0 {
        .serverSaidNo
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
