import ClientCore
import ClientModel
import ClientWorkspace
import Glibc

/// What a name of `weir run` means.
enum RunTarget {
  case request(Draft)
  case graph(NewGraph)
}

extension ClientSession {
  /// A saved request, else a graph; `graphs/NAME` is always a graph.
  ///
  /// - Parameter gateway: What all its requests go through instead of their own.
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

  /// The graph that a name of `weir run` means; nil where it means a request.
  private func graphName(of name: String) throws -> String? {
    let prefix = "graphs/"
    if name.begins(with: prefix) { return String(name.dropping(bytes: prefix.utf8.count)) }
    let known = try Reported.workspace { () throws(WorkspaceProblem) in
      try workspace.requestNames().map(\.path)
    }
    return !known.contains(name) && workspace.graphNames().contains(name) ? name : nil
  }

  /// That jq can run what these names of `weir run` have it run, graphs and assertions alike.
  func checkJQ(of names: [String]) async throws {
    for name in names {
      if let graph = try graphName(of: name) {
        try await checkJQ(ofGraph: graph)
      } else {
        try await checkAssertions(ofRequest: name)
      }
    }
  }

  /// Checks the assertions of a saved request; reports a fault at its place in the file.
  private func checkAssertions(ofRequest name: String) async throws {
    do throws(WorkspaceProblem) {
      try await workspace.checkAssertions(of: try requestName(name)) { [client] in
        await client.fault(inAssertions: $0)
      }
    } catch {
      try Reported.workspace { () throws(WorkspaceProblem) in throw error }
    }
  }

  /// Checks the jq programs of a graph; reports a fault at its place in the file.
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

  /// The graph with all that its steps need: from here on the workspace's files may change.
  func graph(
    named name: String, _ gateway: String? = nil, _ scheduling: Job.Scheduling
  ) throws -> NewGraph {
    let plan = try Reported.workspace { () throws(WorkspaceProblem) in try workspace.graph(name) }
    try Reported.workspace { () throws(WorkspaceProblem) in
      try workspace.checkRequests(ofGraph: name)
    }
    return try graph(of: plan, gateway, scheduling)
  }

  /// A graph that need not be in a file, with all that its steps need.
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

  /// Submits a graph to run at once, waits, prints what came of it, and says how the command ends.
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
  /// How a graph ends the command that waited for it: as its first step that did not get done.
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

  /// How the jobs of a batch end the command that waited for it: as the worst of them.
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
