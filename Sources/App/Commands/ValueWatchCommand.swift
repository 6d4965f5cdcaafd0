import ArgumentParser
import ClientModel

/// `weir value watch`: prints a line for every change until interrupted.
struct ValueWatchCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print shared values as they change, until you press Ctrl+C.",
    discussion: """
      Example:
        weir value watch token page --format json

      Changes by other processes in quick succession may be reported as one.
      """)

  @Argument(help: "The keys; all keys if omitted.", completion: .sharedKeys)
  var keys: [ValueKey] = []
  @Flag(help: "Show secret values too.") var reveal = false
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    StandardOutput.endWithItsReader()
    let session = try await ClientSession.open(workspace, for: .watching)
    // The client subscribes to changes of other processes first, so that no change is missed.
    try await session.client.start(as: .visitor)
    let changes = try await session.client.sharedValues.changes(
      of: keys.isEmpty ? .all : .keys(Set(keys.map(\.key))),
      opening: reveal ? .everything : .openOnly)
    for await change in changes {
      if format == .json {
        try JSONOutput.printLine(SharedChangeRecord(change))
      } else {
        Console.print(change.line)
      }
    }
    await session.close()
    return .done
  }
}
