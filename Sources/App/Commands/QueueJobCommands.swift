import ArgumentParser
import ClientCore
import ClientModel

/// The jobs and graphs named in a command.
struct JobArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Ids of jobs, or of graphs such as g3.", valueName: "id"),
    completion: .jobsAndGraphs)
  var ids: [QueueID] = []
  @OptionGroup var workspace: WorkspaceOptions

  var jobs: [JobID] { ids.compactMap { if case .job(let id) = $0 { id } else { nil } } }
  var graphs: [GraphID] { ids.compactMap { if case .graph(let id) = $0 { id } else { nil } } }

  /// Throws an error if no id was given.
  func check() throws(UsageProblem) {
    guard ids.isEmpty else { return }
    throw UsageProblem(
      what: "No job was named.", why: "The command needs one or more ids.",
      whatToDo: "`weir queue list` shows the ids.")
  }
}

/// A command for the jobs and graphs in its arguments.
protocol JobsCommand: ClientCommand {
  var arguments: JobArguments { get set }
}

extension JobsCommand {
  /// Creates the command for a command line that consists of ids, without options.
  ///
  /// The parser gets only the first id, because its time grows with the square of the number of
  /// arguments.
  ///
  /// - Returns: The command. Nil if a word is not an id.
  static func reading(ids words: [String]) throws -> (any ParsableCommand)? {
    let ids = words.compactMap { QueueID(argument: $0) }
    guard ids.count == words.count, let first = words.first,
      var command = try parseAsRoot([first]) as? Self
    else { return nil }
    command.arguments.ids = ids
    return command
  }
}

/// `weir queue cancel`.
struct QueueCancelCommand: JobsCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Cancel jobs and graphs, including running ones.",
    discussion: "Example:\n  weir queue cancel 17 g3\n  weir queue cancel --at-server 17")
  @Flag(help: "Cancel the job on its server; it ends when the server confirms the cancellation.")
  var atServer = false
  @OptionGroup var arguments: JobArguments

  func execute() async throws -> ExitStatus {
    if atServer {
      return try await change(arguments, "will be cancelled on its server") {
        try await $0.cancelAtServer($1)
      }
    }
    return try await change(
      arguments, "cancelled", { try await $0.cancel($1) }, graph: { try await $0.cancel($1) })
  }
}

/// `weir queue hold`.
struct QueueHoldCommand: JobsCommand {
  static let configuration = CommandConfiguration(
    commandName: "hold", abstract: "Hold waiting jobs until they are released.",
    discussion: "Example:\n  weir queue hold 17")
  @OptionGroup var arguments: JobArguments

  func execute() async throws -> ExitStatus {
    try await change(
      arguments, "held", { try await $0.hold($1) }, graph: { try await $0.hold($1) })
  }
}

/// `weir queue release`. It also confirms a job that waits for confirmation.
struct QueueReleaseCommand: JobsCommand {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Release held jobs, and confirm those that wait for confirmation.",
    discussion: "Example:\n  weir queue release 17")
  @OptionGroup var arguments: JobArguments

  func execute() async throws -> ExitStatus {
    try await change(
      arguments, "released", { try await $0.release($1) }, graph: { try await $0.release($1) })
  }
}

/// `weir queue retry`.
struct QueueRetryCommand: JobsCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Retry jobs that failed, were cancelled or interrupted.",
    discussion: "Example:\n  weir queue retry --failed")
  @Flag(help: "Retry every failed job, except those that may take effect twice.") var failed = false
  @Flag(
    help: "With --failed, also retry non-idempotent requests that received a response.")
  var withResponse = false
  @OptionGroup var arguments: JobArguments

  func execute() async throws -> ExitStatus {
    guard failed else {
      return try await change(
        arguments, "retried", { try await $0.retry($1) }, graph: { try await $0.retry($1) })
    }
    guard arguments.ids.isEmpty else {
      throw UsageProblem(
        what: "Nothing was retried.",
        why: "Both --failed and ids were given.",
        whatToDo: "Omit --failed or the ids.")
    }
    let session = try await ClientSession.open(arguments.workspace)
    let retry = try await session.client.retryFailed(
      withResponse ? .all : .withoutRepeatedEffect)
    let count = retry.retried.count
    Console.print(count == 1 ? "1 job retried." : "\(count.grouped) jobs retried.")
    if !retry.withheld.isEmpty {
      let left = retry.withheld.count
      Console.complain(
        """
        \(left.grouped) failed \(left == 1 ? "job was" : "jobs were") not retried: \
        \(retry.withheld.listed). A non-idempotent request that received a response may take \
        effect twice.
        To retry anyway: weir queue retry --failed --with-response
        """)
    }
    await session.close()
    return .done
  }
}

/// `weir queue resolve`.
struct QueueResolveCommand: JobsCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Mark interrupted jobs as done if you know that they took effect.",
    discussion: "Example:\n  weir queue resolve 17")
  @OptionGroup var arguments: JobArguments

  func execute() async throws -> ExitStatus {
    try await change(arguments, "resolved as done") { try await $0.resolve($1) }
  }
}

/// `weir queue clear`.
struct QueueClearCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Delete finished jobs and their responses.",
    discussion: "Example:\n  weir queue clear --finished")
  @Flag(help: "Confirm the deletion; the command requires this option.") var finished = false
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    guard finished else {
      throw UsageProblem(
        what: "Nothing was deleted.", why: "The command deletes every finished job.",
        whatToDo: "To delete them, run weir queue clear --finished.")
    }
    let session = try await ClientSession.open(workspace)
    let count = try await session.client.clearFinished()
    Console.print("Finished jobs deleted: \(count).")
    await session.close()
    return .done
  }
}

/// Changes jobs and prints each result. A job that could not be changed is reported.
func change(
  _ arguments: JobArguments, _ word: String,
  _ act: (Client, [JobID]) async throws -> [Job],
  graph: ((Client, GraphID) async throws -> GraphRun?)? = nil
) async throws -> ExitStatus {
  try arguments.check()
  let session = try await ClientSession.open(arguments.workspace)
  let changed = try await act(session.client, arguments.jobs)
  let done = Set(changed.map(\.id))
  let left = arguments.jobs.filter { !done.contains($0) }
  let known = Dictionary(
    try await session.client.jobs(matching: JobQuery(ids: left)).map { ($0.id, $0.state.word) },
    uniquingKeysWith: { first, _ in first })
  for job in changed {
    Console.print(changeLine(of: job, word))
  }
  var status = try await change(arguments.graphs, word, in: session, graph)
  for id in left {
    let state = known[id]
    let more =
      switch state {
      case .succeeded: "\nTo send it again: weir queue again \(id)"
      case .running:
        "\nTo stop it: weir queue cancel \(id)\nIf the process that sent it was killed: weir queue run"
      default: ""
      }
    Console.complain(
      state.map { "Job \(id) was not changed: its state is \($0.rawValue).\(more)" }
        ?? JobNumber.unknown(id))
    status = .usage
  }
  await session.close()
  return status
}

/// Returns the line about a changed job. A job that is still being cancelled has not ended yet.
///
/// - Parameter word: The change, such as `cancelled`, or a phrase that begins with `will be`.
func changeLine(of job: Job, _ word: String) -> String {
  let isPending = job.cancelRequested && !word.begins(with: "will be ")
  return "Job \(job.id): \(isPending ? "will be " : "")\(word)."
}
