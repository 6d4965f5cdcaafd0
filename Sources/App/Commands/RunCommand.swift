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
  @Flag(help: "Exit with 1 when a status is 400 or more or a gateway's rule says no; stop there.")
  var check = false
  @Option(
    help: ArgumentHelp("The gateway they go through instead of their own.", valueName: "name"))
  var gateway: String?
  @Flag(exclusivity: .exclusive) var dummy: DummyFlag?
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace, for: .sending, dummies: dummy?.mode)
    var status = ExitStatus.done
    for name in names {
      var draft = try session.load(name)
      if let gateway { draft.gateway = gateway }
      status = try await session.send(
        draft, by: .workspace, showing: Showing(format: format), check: check ? .statuses : .nothing
      )
      if status != .done { break }
    }
    await session.close()
    return status
  }
}
