import ArgumentParser
import ClientCore
import ClientModel

/// `weir event`: the user's own events.
struct EventCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "event", abstract: "Raise custom events.",
    subcommands: [EventRaiseCommand.self])
}

/// `weir event raise NAME [K=V...]`.
struct EventRaiseCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "raise", abstract: "Raise an event for the log and for `weir queue watch`.",
    discussion: """
      Fields are stored and shown in plain text, so do not put secrets in them.

      Examples:
        weir event raise deployed version=1.2 by=ada
        weir event raise checked --job 17
        weir event raise shipped --call order-7
      """)

  @Argument(help: "The name of the event.") var name: String
  @Argument(help: ArgumentHelp("Fields of the form name=value.", valueName: "field"))
  var fields: [String] = []
  @Option(
    help: ArgumentHelp("The job that the event concerns.", valueName: "id"), completion: .jobs)
  var job: JobNumber?
  @Option(
    help: ArgumentHelp("The graph that the event concerns, such as g3.", valueName: "id"),
    completion: .graphs)
  var graph: String?
  @OptionGroup var caller: CallArgument
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let event = OwnEvent(name, fields: try fields.map(field))
    let call = try caller.identifier()
    var about: GraphID?
    if let graph {
      guard let id = GraphID(graph) else {
        throw UsageProblem(
          what: "\(Console.safe(graph)) is not a graph.", why: "The id of a graph has the form g3.",
          whatToDo: "`weir queue list` lists the graphs.")
      }
      about = id
    }
    let session = try await ClientSession.open(workspace)
    try await session.client.raise(event, job: job?.id, graph: about, call: call)
    await session.close()
    return .done
  }

  private func field(_ text: String) throws(UsageProblem) -> OwnEvent.Field {
    guard let sign = text.firstIndex(ofByte: "="), sign != text.startIndex else {
      throw UsageProblem(
        what: "\(Console.safe(text)) is not a field.", why: "Fields have the form name=value.",
        whatToDo: "Write, for instance, version=1.2.")
    }
    return OwnEvent.Field(String(text[..<sign]), String(text.rest(after: sign)))
  }
}
