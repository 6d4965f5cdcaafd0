import ArgumentParser
import ClientCore
import ClientModel
import ClientStore

/// `weir queue export`: prints waiting and held jobs as JSON.
struct QueueExportCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write waiting and held jobs as JSON.",
    discussion: """
      The output has no secrets: references such as env:TOKEN are unchanged, and typed secrets are \
      replaced by variables such as WEIR_SECRET_1. The jobs stay in the queue. Files that jobs send \
      are named, not copied.

      Examples:
        weir queue export > jobs.json
        weir queue export 17 18 | ssh other weir queue import -
      """)

  @Argument(help: "The jobs; by default all waiting and held jobs.", completion: .jobs) var ids:
    [JobNumber] = []
  @Option(help: ArgumentHelp("Only jobs in this lane.", valueName: "name"), completion: .lanes)
  var lane: String?
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    var lanes: Set<LaneKey>?
    if let lane { lanes = Set(try await LaneNames(session).lanes(named: lane)) }
    var secrets = LeftOutSecrets()
    var query = JobQuery(states: [.waiting, .held], order: .queue)
    if !ids.isEmpty { query.ids = ids.map(\.id) }
    var missing = Set(ids.map(\.id))
    StandardOutput.write(Array("{\n  \"jobs\" : ".utf8))
    var list = JSONList(depth: 1)
    try await JobPortions(session).forEach(of: [query]) { jobs in
      for job in jobs {
        missing.remove(job.id)
        guard lanes?.contains(job.lane) ?? true,
          let request = try await session.client.request(of: job.id)
        else { continue }
        if let portable = PortableJob(job, request, leavingOut: &secrets) {
          try list.print([portable])
        } else {
          Console.complain("Job \(job.id) waits for another job and was left out.")
        }
      }
    }
    list.end(",\n  \"version\" : \(JobFile.version)\n}\n")
    await session.close()
    for id in ids.map(\.id) where missing.contains(id) {
      Console.complain("Job \(id) is not waiting or does not exist; it was left out.")
    }
    if secrets.count > 0 {
      Console.complain(
        """
        \(secrets.count == 1 ? "1 secret was" : "\(secrets.count) secrets were") left out. After \
        the import, set \(secrets.count == 1 ? "WEIR_SECRET_1" : "WEIR_SECRET_1 and so on"), then \
        release the jobs.
        """)
    }
    return .done
  }
}

/// `weir queue import`: adds the jobs of an exported file as new jobs.
struct QueueImportCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add the jobs of a file that `queue export` wrote.",
    discussion: """
      The jobs get new ids; either all are added, or none. A job whose secret was left out is held until \
      the variable is set and the job is released. A job that would run a program, read a file, use a \
      variable or trust any certificate is held until you release it.

      Example:
        weir queue import jobs.json
      """)

  @Argument(
    help: ArgumentHelp("The file, or - for standard input.", valueName: "file"),
    completion: .file())
  var file: String?
  @OptionGroup var workspace: WorkspaceOptions

  /// The maximum number of jobs in memory before they are written to a temporary file.
  private static let portion = 500

  func execute() async throws -> ExitStatus {
    guard let file else {
      throw UsageProblem(
        what: "Nothing was imported.", why: "No file was named.",
        whatToDo: "Name a file, or write - to read standard input: weir queue import - < jobs.json")
    }
    let session = try await ClientSession.open(workspace)
    guard let store = session.store else {
      preconditionFailure("A command was opened without a store.")
    }
    let gateways = session.context.gateways
    let reader = try JobFileReader(file)
    var writer = try store.spool(in: session.folders)
    var (jobs, held): ([NewJob], Int) = ([], 0)
    while let portable = try reader.next() {
      let job = try portable.job(
        in: session.context.owner.identity, variable: SystemVariables.value
      ) { name throws(Failure) in
        guard let gateway = gateways[name] else {
          throw Failure(
            .invalidRequest, what: "The jobs were not imported.",
            why: "This workspace has no gateway \(name).",
            whatToDo: "Add it with `weir gateway add`, or import them in another workspace.")
        }
        return GatewayUse(name: name, outcome: gateway.outcome, pause: gateway.pause)
      }
      if case .held = job.state { held += 1 }
      jobs.append(job)
      guard jobs.count == Self.portion else { continue }
      for job in try await session.client.prepared(jobs) { try writer.append(job) }
      jobs = []
    }
    for job in try await session.client.prepared(jobs) { try writer.append(job) }
    let spool = try writer.finish()
    let ids = try await session.client.submit { try spool.forEach($0) }
    for start in stride(from: 0, to: ids.count, by: Self.portion) {
      let lines = ids[start..<min(start + Self.portion, ids.count)].map(\.description)
      Console.print(lines.joined(separator: "\n"))
    }
    if held > 0 {
      Console.complain(
        "\(held == 1 ? "1 job is" : "\(held) jobs are") held; `weir queue list` shows why.")
    }
    await session.close()
    return .done
  }
}
