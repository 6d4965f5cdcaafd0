import ArgumentParser
import ClientCore
import ClientModel
import ClientWorkspace

/// `weir run`: sends saved requests and runs graphs by name.
struct RunCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Send saved requests and run graphs, one after another.",
    discussion: """
      Without a name, the command lists the saved requests and graphs. For a graph (graphs/NAME.yaml), it \
      waits for the end and prints the result of each step. While it waits, a terminal shows the number of \
      ended steps and the running step; without a terminal, -v prints them every 10 s. The exit code is 0 if \
      all steps succeed; otherwise it is that of the first failed step.
      Examples:
        weir run
        weir run users/list --env staging --check
        weir run checkout --format json | jq '.steps[] | {name, state}'
        weir run --queue checkout && weir queue run --until-idle
      """)

  @Argument(
    help: ArgumentHelp("Names of saved requests and graphs.", valueName: "name"),
    completion: .savedNames)
  var names: [String] = []
  @Flag(
    inversion: .prefixedNo,
    help: """
      Exit with 1 if an assertion fails, a status is 400 or more, or a gateway's outcome rule \
      reports failure. The other requests and graphs are still run, and the failed ones are named \
      at the end. The key `check` in config.yaml sets the default.
      """)
  var check: Bool?
  @Flag(
    help:
      "Add the requests and graphs to the queue and print their ids, instead of sending them now.")
  var queue = false
  @Option(
    help: ArgumentHelp("The gateway to use instead of each request's own.", valueName: "name"),
    completion: .gateways)
  var gateway: String?
  @OptionGroup var printed: PrintedParts
  @OptionGroup var filtering: FilterArguments
  @Flag(exclusivity: .exclusive) var stub: StubFlag?
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var caller: CallArgument
  @OptionGroup var prompts: PromptOptions
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let call = try caller.identifier()
    let showing = PrintOptions(
      parts: try printed.parts(), format: format, filter: try filtering.options(),
      charset: try filtering.chosenCharset())
    let session = try await ClientSession.open(workspace, for: .sending, stubs: stub?.mode)
    let known = SavedNames(
      names: try Reported.workspace { () throws(WorkspaceProblem) in
        try session.context.workspace.requestNames().map(\.description)
          + session.context.workspace.graphNames().map { "graphs/\($0)" }
      }, folder: session.context.workspace.root)
    guard !names.isEmpty else {
      if format == .json {
        try JSONOutput.print(known.names.map(SavedNameRecord.init))
      } else {
        known.lines.forEach(Console.print)
      }
      await session.close()
      return .done
    }
    // An unknown name stops the command before it sends anything. An unreadable file is reported
    // when it is opened.
    try known.check(names.filter { !session.context.workspace.holdsSomething(at: $0) })
    // Without --print, -v only adds the progress of a graph.
    let ofGraph = PrintOptions(
      parts: printed.print == nil ? showing.parts : [.body], format: format)
    if showing != ofGraph, let graph = names.first(where: known.isGraph) {
      throw UsageProblem(
        what: "\(Console.safe(graph)) is a graph; nothing was sent.",
        why: "--print and --filter apply to the response of one request.",
        whatToDo: "Run it without them. `weir show ID --step NAME` prints the result of a step.")
    }
    try await showing.check()
    try await WorkspaceGraphs(session).checkJQ(of: names)
    let settings = Task { await SettingsFollower(session).follow { Console.complain($0) } }
    defer { settings.cancel() }
    var (status, first, failed) = (ExitStatus.done, ExitStatus.done, [String]())
    let checksAll = StatusCheck(check).resolved(in: session.folders.config) == .statuses
    let sending = RequestSending(
      session: session, author: .workspace, showing: showing, check: StatusCheck(check),
      call: call, prompts: prompts.prompts)
    let consent = ProductionConsent(
      environment: session.context.environment, prompts: prompts.prompts)
    for name in names {
      status = .done
      let scheduling: Job.Scheduling = queue ? .queued : .immediate
      switch try WorkspaceGraphs(session).target(
        named: name, gateway: gateway, scheduling: scheduling)
      {
      case .request(let draft) where queue:
        if let id = try await sending.queue(draft) {
          Console.print(id.description)
        } else {
          status = .cancelled
        }
      case .request(let draft):
        status = try await sending.send(draft)
      case .graph(let graph)
      where !consent.isGiven(toSend: graph.namedRequests):
        status = .cancelled
      case .graph(var graph):
        graph.plan.call = call
        if queue {
          Console.print(try await session.client.submit(graph).description)
        } else {
          status = try await GraphSending(session: session).send(graph, format: format)
        }
      }
      guard status != .done else { continue }
      failed.append(name)
      first = first == .done ? status : first
      guard checksAll, status.isOfOneRequest else { break }
    }
    await session.close()
    if checksAll, names.count > 1, !failed.isEmpty {
      let list = failed.map { Console.safe($0) }.joined(separator: ", ")
      Console.complain("Failed: \(failed.count) of \(names.count) (\(list)).")
    }
    return first
  }
}

extension ExitStatus {
  /// Whether the failure may be limited to one request, so that the run continues with the next
  /// name.
  fileprivate var isOfOneRequest: Bool {
    switch self {
    case .checkFailed, .timeout, .network, .tls, .authentication, .protocolError: true
    default: false
    }
  }
}

/// The saved requests and graphs that `weir run` accepts. The names of graphs begin with `graphs/`.
struct SavedNames {
  let names: [String]
  /// The folder of the workspace that contains the requests and graphs.
  let folder: String

  /// One line for each name. If there are no names, a line explains how to save requests.
  var lines: [String] {
    names.isEmpty
      ? [
        "No requests are saved in \(Console.safe(folder)) yet. `weir import curl FILE` saves some."
      ]
      : names.map { Console.safe($0) }
  }

  /// Returns whether a name that `check` accepts is a graph. If a request and a graph have the same
  /// name, the name denotes the request.
  func isGraph(_ name: String) -> Bool { !names.contains(name) || name.begins(with: "graphs/") }

  /// Throws an error for the first unknown name. The error suggests the closest names.
  func check(_ wanted: [String]) throws(UsageProblem) {
    let isMissing = { (word: String) in
      !names.contains(word) && !names.contains("graphs/\(word)")
    }
    guard let word = wanted.first(where: isMissing) else { return }
    let near = nearest(to: word).map { "`\(Console.safe($0))`" }
    throw UsageProblem(
      what: "There is no saved request or graph `\(Console.safe(word))`.",
      why: "\(count) saved in \(Console.safe(folder)).",
      whatToDo: (near.isEmpty ? "" : "Did you mean \(near.joined(separator: " or "))? ")
        + "`weir run` without a name lists them.")
  }

  /// The subject and verb of the sentence with the counts, such as `5 requests and 7 graphs are`.
  private var count: String {
    let graphs = names.count { $0.begins(with: "graphs/") }
    let kinds = [("request", names.count - graphs), ("graph", graphs)].compactMap { kind, count in
      count == 0 ? nil : "\(count) \(kind)\(count == 1 ? "" : "s")"
    }
    if kinds.isEmpty { return "None is" }
    return "\(kinds.joined(separator: " and ")) \(names.count == 1 ? "is" : "are")"
  }

  /// Returns at most three similar names.
  ///
  /// A name is similar if it differs from the word by a few edits, in full or in the last path
  /// component. A name is also similar if it contains the last path component of the word.
  private func nearest(to word: String) -> [String] {
    func last(_ name: String) -> String { name.words(at: "/").last.map(String.init) ?? name }
    let wanted = last(word).lowercased()
    let alike = names.filter { name in
      NearestWord.nearest(to: wanted, in: [last(name)]) != nil
        || wanted.count > 2 && name.lowercased().contains(wanted)
    }
    let nearest = NearestWord.nearest(to: word, in: names).map { [$0] } ?? []
    return Array((nearest + alike.filter { !nearest.contains($0) }).prefix(3))
  }
}
