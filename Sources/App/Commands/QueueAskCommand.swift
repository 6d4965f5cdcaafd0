import ArgumentParser

/// `weir queue ask`.
struct QueueAskCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask", abstract: "Poll the servers now for the status of remote jobs.",
    discussion: """
      Takes up asking, too, where it was paused (`weir queue hold`).
      Example:
        weir queue ask 17
      """)
  @OptionGroup var arguments: JobArguments

  func execute() async throws -> ExitStatus {
    try await change(arguments, "polled now") { try await $0.askNow($1) }
  }
}
