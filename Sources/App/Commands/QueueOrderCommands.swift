import ArgumentParser
import ClientCore
import ClientModel

/// `weir queue delete`.
struct QueueDeleteCommand: JobsCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete finished jobs with their responses, or batches that have ended.",
    discussion: """
      A batch is deleted with all its jobs and their responses.
      Example:
        weir queue delete 17 18 g12
      """)
  @OptionGroup var arguments: JobArguments

  func execute() async throws -> ExitStatus {
    try await change(arguments, "deleted", delete, graph: deleteGraph)
  }

  private func deleteGraph(_ client: Client, _ id: GraphID) async throws -> GraphRun? {
    let run = try await client.graphs(matching: GraphQuery(ids: [id])).first
    if let run, run.rows == nil {
      throw UsageProblem(
        what: "Graph \(id) was not deleted.", why: "Only jobs and batches can be deleted.",
        whatToDo: "`weir queue clear --finished` deletes all finished graphs and jobs.")
    }
    return try await client.delete(id) == nil ? nil : run
  }

  private func delete(_ client: Client, _ ids: [JobID]) async throws -> [Job] {
    let finished = try await client.jobs(matching: JobQuery(ids: ids))
      .filter(\.state.word.isFinished)
    try await client.delete(finished.map(\.id))
    let left = Set(
      try await client.jobs(matching: JobQuery(ids: finished.map(\.id))).map(\.id))
    return finished.filter { !left.contains($0.id) }
  }
}

/// `weir queue move`.
struct QueueMoveCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move a waiting job within its lane.",
    discussion: """
      The job gets the priority of its new position.
      Examples:
        weir queue move 17 --before 12
        weir queue move 17 --first
      """)

  enum End: String, EnumerableFlag { case first, last }

  @Argument(help: "The job's id.", completion: .jobs) var job: JobNumber
  @Option(
    help: ArgumentHelp("Move the job before this job of the same lane.", valueName: "id"),
    completion: .jobs)
  var before: JobNumber?
  @Flag(help: "Move the job before, or after, all other jobs of its lane.") var end: End?
  @OptionGroup var workspace: WorkspaceOptions

  private var id: JobID { job.id }

  func execute() async throws -> ExitStatus {
    let place = try place()
    let session = try await ClientSession.open(workspace)
    let moved = try await session.client.reorder(id, to: place)
    let found = try await session.client.jobs(matching: JobQuery(ids: [id])).first
    await session.close()
    guard moved.isEmpty else {
      Console.print("Job \(id): moved.")
      return .done
    }
    guard let found else {
      Console.complain(JobNumber.unknown(id))
      return .usage
    }
    let isOpen = found.state.word == .waiting || found.state.word == .held
    Console.complain(
      isOpen
        ? "Job \(id) was not moved: job \(before?.id ?? id) is not waiting in its lane."
        : "Job \(id) was not moved: its state is \(found.state.word.rawValue).")
    return .usage
  }

  private func place() throws(UsageProblem) -> QueuePosition {
    switch (before, end) {
    case (let other?, nil) where other.id != id: return .before(other.id)
    case (nil, .first): return .first
    case (nil, .last): return .last
    case (.some, nil):
      throw UsageProblem(
        what: "Job \(id) was not moved.", why: "A job cannot be moved before itself.",
        whatToDo: "Write --before and another job's id, --first or --last.")
    default:
      throw UsageProblem(
        what: "Job \(id) was not moved.",
        why: "Exactly one of --before, --first and --last is needed.",
        whatToDo: "Write --before and another job's id, --first or --last.")
    }
  }
}

/// `weir queue again`.
struct QueueAgainCommand: JobsCommand {
  static let configuration = CommandConfiguration(
    commandName: "again",
    abstract: "Add new jobs with the requests of existing jobs, and print the new ids.",
    discussion: """
      A new job has its own attempts and response; `weir queue retry` continues the old job.
      Example:
        weir queue again 17 && weir queue run --until-idle
      """)
  @OptionGroup var arguments: JobArguments

  func execute() async throws -> ExitStatus {
    try arguments.check()
    let session = try await ClientSession.open(arguments.workspace)
    let known = Set(
      try await session.client.jobs(matching: JobQuery(ids: arguments.jobs)).map(\.id))
    let added = try await session.client.runAgain(arguments.jobs.filter(known.contains))
    for id in added { Console.print(id.description) }
    await session.close()
    let missing = arguments.jobs.filter { !known.contains($0) }
    for id in missing { Console.complain(JobNumber.unknown(id)) }
    return missing.isEmpty ? .done : .usage
  }
}
