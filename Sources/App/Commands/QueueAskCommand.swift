import ArgumentParser

/// `weir queue ask`.
struct QueueAskCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask", abstract: "Ask servers now how far the jobs are that they work on.",
    discussion: """
      Takes up asking, too, where it was paused (`weir queue hold`).
      Example:
        weir queue ask 17
      """)
  @OptionGroup var arguments: JobArguments

  func execute() async throws -> ExitStatus {
    try await change(arguments, "is asked for now") { try await $0.askNow($1) }
  }
}
