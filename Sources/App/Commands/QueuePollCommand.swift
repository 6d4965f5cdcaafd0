import ArgumentParser

/// `weir queue poll`.
struct QueuePollCommand: JobsCommand {
  static let configuration = CommandConfiguration(
    commandName: "poll", abstract: "Poll the servers now for the status of remote jobs.",
    discussion: """
      Also resumes polling that was paused (`weir queue hold`).
      Example:
        weir queue poll 17
      """)
  @OptionGroup var arguments: JobArguments

  func execute() async throws -> ExitStatus {
    try await change(arguments, "polled now") { try await $0.pollNow($1) }
  }
}
