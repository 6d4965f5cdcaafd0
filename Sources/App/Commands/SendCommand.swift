import ArgumentParser
import ClientCore
import ClientDocuments
import ClientModel

/// `weir send`: sends one request now and prints the response.
struct SendCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send a request now and print the response.",
    discussion: """
      Example:
        weir send POST https://api.example.com/items name=lamp price:=12 X-Trace:on
        weir send --assert 'status 200' --assert '.items | length > 3' api.example.com/items

      The request is a job like any other: it is stored, and `weir history` and `weir show` find it.
      """)

  enum Form: String, ExpressibleByArgument, CaseIterable { case text, json }

  @OptionGroup var request: RequestOptions
  @OptionGroup(title: "Trust") var trust: TrustArguments
  @OptionGroup(title: "Network") var network: NetworkArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments
  @OptionGroup(title: "Response") var response: ParsingArguments
  @OptionGroup(title: "Cache") var cache: CacheArguments
  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the body to a new file.", valueName: "file"),
    completion: .file())
  var output: String?
  @OptionGroup var printed: PrintedParts
  @Option(help: "text for people, json for programs.") var format: Form = .text
  @Flag(
    inversion: .prefixedNo,
    help: """
      Exit with 1 if an assertion fails, the status is 400 or more, or the gateway's outcome rule reports \
      failure. The key `check` in config.yaml sets the default.
      """)
  var check: Bool?
  @Option(
    help: ArgumentHelp(
      "Request the next pages, by the Link header or the gateway's paging rule, up to this number of "
        + "pages in total, and print their lists as one.",
      valueName: "n"))
  var pages: Int?
  @OptionGroup var filtering: FilterArguments
  @Flag(exclusivity: .exclusive) var stub: StubFlag?
  @OptionGroup var caller: CallArgument
  @OptionGroup var prompts: PromptOptions

  func execute() async throws -> ExitStatus { try await order().execute() }

  func order() throws -> SendArguments {
    if let pages, !(1...JoinedPages.most).contains(pages) {
      throw UsageProblem(
        what: "`\(pages)` is not a valid value for --pages.",
        why: "The number must be from 1 to \(JoinedPages.most).",
        whatToDo: "For a longer list, request larger pages from the server.")
    }
    return SendArguments(
      request: try requestWords(), workspace: try workspace.choice(),
      stubs: stub?.mode,
      showing: PrintOptions(
        parts: try printed.parts(), format: format, saveTo: output, pages: pages ?? 1,
        filter: try filtering.options(), charset: try filtering.chosenCharset()),
      check: request.assert.isEmpty ? StatusCheck(check) : .statuses,
      call: try caller.identifier(), prompts: prompts.prompts)
  }
}

/// The arguments of `weir send` for one request. They do not depend on the parser.
struct SendArguments: ClientWork, Equatable {
  var request: RequestArguments
  var workspace = WorkspaceChoice()
  var stubs: StubMode?
  var showing = PrintOptions()
  var check = StatusCheck.asSet
  /// The identifier that the caller chose for the request. Nil if the caller chose none.
  var call: String?
  var prompts = PromptMode.onTerminal

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(
      workspace, for: .sending, stubs: stubs)
    await SettingsFollower(session).useConnectionPool { Console.complain($0) }
    let sending = RequestSending(
      session: session, copy: request.fileCopy, showing: showing, check: check, call: call,
      prompts: prompts)
    let status = try await sending.send(try session.context.draft(from: request))
    await session.close()
    return status
  }
}

/// The options for printing an exchange.
///
/// They are the parts and their format, and the file, the pages, the filter and the charset of the
/// body.
struct PrintOptions: Sendable, Equatable {
  var parts: Set<ExchangePrinter.Part> = [.body]
  var format: SendCommand.Form = .text
  /// The path of a new file for the body. Nil means that the body is printed.
  var saveTo: String?
  /// The maximum number of pages of a list. The pages are printed as one list.
  var pages = 1
  /// The filter. Its results are printed instead of the body.
  var filter: FilterOptions?
  var charset: TextEncoding?

  /// Refuses options that cannot be carried out. Called before anything is sent.
  ///
  /// If the error were reported after the request took effect, the user would send the request
  /// again.
  func check() async throws {
    guard format == .text || filter == nil else {
      throw UsageProblem(
        what: "Nothing was sent: --filter and --format json exclude each other.",
        why: "The JSON describes the complete exchange; its body is a string in it.",
        whatToDo: "Omit one of them.")
    }
    if let saveTo { try OutputFile.checkIsFree(saveTo) }
    try await filter?.check()
  }
}

/// The setting of `--check`. It determines whether an error status of the response changes the exit
/// code.
enum StatusCheck {
  /// The key `check` of config.yaml decides.
  case asSet
  case nothing
  case statuses

  /// Creates the setting from the option.
  ///
  /// - Parameter flag: The option. Nil if neither `--check` nor `--no-check` was given.
  init(_ flag: Bool?) { self = flag.map { $0 ? .statuses : .nothing } ?? .asSet }

  /// Returns the setting. The value in config.yaml replaces `asSet`.
  ///
  /// - Parameter folder: The settings folder.
  func resolved(in folder: String) -> StatusCheck {
    self == .asSet ? Settings.read(in: folder, mentioning: "check").settings.check : self
  }
}
