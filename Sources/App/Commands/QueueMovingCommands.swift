import ArgumentParser
import ClientCore
import ClientModel
import FoundationEssentials

/// The file that `queue export` writes.
struct JobFile: Codable {
  static let version = 1

  var version = Self.version
  var jobs: [PortableJob]
}

/// `weir queue export`: jobs that have not been sent, as JSON.
struct QueueExportCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write waiting and held jobs as JSON.",
    discussion: """
      No secret stands in it: references such as env:TOKEN stay, and what was typed is left out \
      under a name such as WEIR_SECRET_1. The jobs stay where they are. Files that jobs send are \
      named, not copied.

      Examples:
        weir queue export > jobs.json
        weir queue export 17 18 | ssh other weir queue import -
      """)

  @Argument(help: "Only these jobs.", completion: .jobs) var ids: [JobNumber] = []
  @Option(help: ArgumentHelp("Only this lane.", valueName: "name"), completion: .lanes)
  var lane: String?
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    var lanes: Set<LaneKey>?
    if let lane { lanes = Set(try await session.lanes(named: lane)) }
    var file = JobFile(jobs: [])
    var secrets = LeftOutSecrets()
    var query = JobQuery(states: [.waiting, .held], order: .queue)
    if !ids.isEmpty { query.ids = ids.map(\.id) }
    let jobs = try await session.client.jobs(matching: query)
    for job in jobs where lanes?.contains(job.lane) ?? true {
      guard let request = try await session.client.request(of: job.id) else { continue }
      if let portable = PortableJob(job, request, leavingOut: &secrets) {
        file.jobs.append(portable)
      } else {
        Console.complain("Job \(job.id) waits for another job and was left out.")
      }
    }
    await session.close()
    for id in ids.map(\.id) where !jobs.contains(where: { $0.id == id }) {
      Console.complain("Job \(id) does not wait, or is not there; it was left out.")
    }
    try JSONOutput.print(file)
    if secrets.count > 0 {
      Console.complain(
        """
        \(secrets.count == 1 ? "1 secret was" : "\(secrets.count) secrets were") left out. Where the \
        jobs are imported, set \(secrets.count == 1 ? "WEIR_SECRET_1" : "WEIR_SECRET_1 and so on"), then \
        release them.
        """)
    }
    return .done
  }
}

/// `weir queue import`: jobs from such a file, as new jobs.
struct QueueImportCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add the jobs of a file that `queue export` wrote.",
    discussion: """
      They get new ids; all are added, or none. A job whose secret was left out is held until the \
      variable is set and the job released. A job that would run a program, read a file, use a \
      variable or trust any certificate is held until you have looked at it.

      Example:
        weir queue import jobs.json
      """)

  @Argument(
    help: ArgumentHelp("The file, or - for standard input.", valueName: "file"),
    completion: .file())
  var file: String
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let text = try CommandInput.text(file)
    let found: JobFile
    do {
      found = try JSONDecoder().decode(JobFile.self, from: Data(text.utf8))
    } catch let error as DecodingError {
      throw UsageProblem(
        what: "Nothing was imported.", why: "\(Console.safe(file)): \(error.words)",
        whatToDo: "It must be what `weir queue export` wrote.")
    }
    guard found.version == JobFile.version else {
      throw UsageProblem(
        what: "Nothing was imported.",
        why: "The file has the form \(found.version); this Weir reads \(JobFile.version).",
        whatToDo: "Use the Weir that wrote it, or a newer one.")
    }
    let session = try await ClientSession.open(workspace)
    let gateways = session.gateways
    var jobs: [NewJob] = []
    for portable in found.jobs {
      jobs.append(
        try portable.job(in: session.laneWorkspace) { name throws(Failure) in
          guard let gateway = gateways[name] else {
            throw Failure(
              .invalidRequest, what: "The jobs were not imported.",
              why: "This workspace has no gateway \(name).",
              whatToDo: "Add it with `weir gateway add`, or import them in another workspace.")
          }
          return GatewayUse(name: name, outcome: gateway.outcome, pause: gateway.pause)
        })
    }
    let ids = try await session.client.submit(jobs)
    Console.print(ids.map(\.description).joined(separator: "\n"))
    let held = jobs.count { if case .held = $0.state { true } else { false } }
    if held > 0 {
      Console.complain(
        "\(held == 1 ? "1 job is" : "\(held) jobs are") held; `weir queue list` says why.")
    }
    await session.close()
    return .done
  }
}

extension DecodingError {
  /// Where the file is wrong and how, in a sentence.
  fileprivate var words: String {
    func place(_ context: Context) -> String {
      let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
      return path.isEmpty ? "the file" : path.joined(separator: ".")
    }
    switch self {
    case .keyNotFound(let key, let context):
      return "\(Console.safe(place(context))) has no `\(key.stringValue)`."
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\(Console.safe(place(context))) is of the wrong kind."
    case .dataCorrupted(let context):
      return
        "\(Console.safe(place(context))) cannot be read: \(Console.safe(context.debugDescription))"
    @unknown default: return "It cannot be read."
    }
  }
}
