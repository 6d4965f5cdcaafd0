import ArgumentParser
import ClientCore
import ClientModel

/// `weir run`: saved requests by name.
struct RunCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Send saved requests by name, one after the other.",
    discussion: "Example:\n  weir run users/list --env staging --check")

  @Argument(help: ArgumentHelp("Names as the browser shows them.", valueName: "name")) var names:
    [String]
  @Flag(help: "Exit with 1 when a status is 400 or more, and stop there.") var check = false
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    var status = ExitStatus.done
    for name in names {
      let draft = try session.load(name)
      status = try await session.send(
        draft, by: .workspace, showing: Showing(format: format), check: check ? .statuses : .nothing
      )
      if status != .done { break }
    }
    await session.close()
    return status
  }
}
