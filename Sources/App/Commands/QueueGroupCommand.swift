import ArgumentParser

/// `weir queue`: adds, lists and controls jobs.
struct QueueGroupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "Add, list and control jobs.",
    discussion: """
      Example:
        weir queue add https://api.example.com/reports/7
        weir queue run --until-idle
      """,
    subcommands: [
      QueueAddCommand.self, QueueListCommand.self, QueueLanesCommand.self, QueuePauseCommand.self,
      QueueResumeCommand.self, QueueLimitCommand.self, QueueCancelCommand.self,
      QueueHoldCommand.self, QueuePollCommand.self, QueueReleaseCommand.self,
      QueueRetryCommand.self,
      QueueResolveCommand.self, QueueAgainCommand.self, QueueMoveCommand.self,
      QueueDeleteCommand.self, QueueClearCommand.self, QueueRunCommand.self,
      QueueWaitCommand.self, QueueWatchCommand.self, QueueExportCommand.self,
      QueueImportCommand.self, QueueConnectionsCommand.self,
    ])
}
