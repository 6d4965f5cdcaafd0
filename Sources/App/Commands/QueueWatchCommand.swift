import ArgumentParser
import ClientCore
import ClientModel

/// `weir queue watch`: prints a line for every event until interrupted.
struct QueueWatchCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print events as they occur, until you press Ctrl+C.",
    discussion: """
      The command prints a line for each change of a job, and for every other event: responses, the cache, lanes, \
      graphs, events raised by `weir event raise`, and changes of the shared values that --value names. \
      Changes by other processes in quick succession may be reported as one.

      Kinds: \(Event.Word.allCases.map(\.name).joined(separator: ", ")).

      Examples:
        weir queue watch --format json
        weir queue watch --kind finished --kind own
        weir queue watch --value token
        weir queue watch --full --format json --kind received | jq .model
      """)
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @Option(
    help: ArgumentHelp("Only events of this kind; may be repeated.", valueName: "kind"),
    completion: .list(Event.Word.allCases.map(\.name)))
  var kind: [String] = []
  @Option(
    help: ArgumentHelp(
      "Also report changes of this shared value; may be repeated.", valueName: "key"),
    completion: .sharedKeys)
  var value: [ValueKey] = []
  @Flag(
    help: """
      With --format json: add the request, the response, its parser and its JSON value to the events of \
      responses and of the cache, and the results of the steps to the event that ends a graph.
      """)
  var full = false
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let words = try words()
    guard !full || format == .json else {
      throw UsageProblem(
        what: "--full has no effect on lines of text.",
        why: "It adds requests and responses as JSON objects.", whatToDo: "Add --format json.")
    }
    StandardOutput.endWithItsReader()
    let session = try await ClientSession.open(workspace, for: .watching)
    let events = await session.client.eventLog(of: words, buffering: 10_000)
    try await session.client.start(as: .visitor)
    if let failure = session.store?.file?.stoppedRunner { Console.complain(failure) }
    try await session.client.sharedValues.report(.keys(Set(value.map(\.key))))
    for await event in events {
      if full {
        let exchange = try await FullExchange.read(
          event, from: session.client, session.context.gateways)
        try JSONOutput.printLine(EventRecord(event, .full(exchange)))
      } else if format == .json {
        try JSONOutput.printLine(EventRecord(event))
      } else {
        Console.print(Self.line(of: event))
      }
    }
    return .done
  }

  private func words() throws(UsageProblem) -> Set<Event.Word> {
    guard !kind.isEmpty else { return Set(Event.Word.allCases) }
    var words: Set<Event.Word> = []
    for name in kind {
      guard let word = Event.Word(named: name) else {
        let names = Event.Word.allCases.map(\.name)
        throw UsageProblem(
          what: "There is no event kind `\(Console.safe(name))`.",
          why: "The kinds are \(names.joined(separator: ", ")).",
          whatToDo: NearestWord.nearest(to: name, in: names).map { "Did you mean `\($0)`?" }
            ?? "Use one of these.")
      }
      words.insert(word)
    }
    if value.isEmpty, let word = words.first(where: { $0 == .valueSet || $0 == .valueRemoved }) {
      throw UsageProblem(
        what: "No shared value is watched.",
        why: "`--kind \(word.name)` reports only the keys that --value names.",
        whatToDo: "Add --value KEY, or watch all keys with `weir value watch`.")
    }
    return words
  }

  /// Returns an event's line. For an event of a job, the line begins with the time, the job's id
  /// and the state. For any other event, it begins with the time and the kind of the event.
  static func line(of event: Event) -> String {
    guard let job = event.kind.job else {
      let call = event.call.map { "  call \(Console.safe($0))" } ?? ""
      return "\(event.time.text)  \(event.word.name)  \(event.line)\(call)"
    }
    let words = [
      job.since.text, job.id.description, job.state.word.rawValue, job.method.rawValue,
      Console.safe(job.displayURL), job.status.map(String.init) ?? "",
      Console.safe(job.state.detail ?? ""), event.call.map { "call \(Console.safe($0))" } ?? "",
    ]
    return words.filter { !$0.isEmpty }.joined(separator: "  ")
  }
}
