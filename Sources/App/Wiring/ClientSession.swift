import ClientCore
import ClientHTTP
import ClientMQTT
import ClientModel
import ClientPipeline
import ClientStore
import ClientWorkspace
import FoundationEssentials

/// The client of a command, its store, its transport, and the workspace that fills templates.
struct ClientSession: Sendable {
  let client: Client
  /// The state for the preparation of requests.
  var context: RequestContext
  /// The problem that occurred while the store was opened. For example, a damaged file was moved
  /// aside. Nil if no problem occurred.
  let report: Failure?
  /// The store. It is nil in the demo, because the demo stores nothing.
  let store: SessionStore?
  /// The switch for stub responses. It is nil if this command has none.
  let stubs: StubSwitch?
  /// The followers of the client's events. They run until the client ends. The demo has none.
  let followers: Followers
  /// The temporary folder of the demo. It is deleted when the session ends. Nil for any other
  /// session.
  let temporaryFolder: String?

  /// The purpose of a session. It determines how much work is allowed when the store is opened.
  enum Purpose {
    /// Decides whether the workspace's files are trusted. The files are not used.
    case trusting
    /// Executes commands on the store, then exits.
    case orders
    /// Sends the command's own requests, then exits.
    case sending
    /// Follows changes until the user or a condition ends the command.
    case watching
    /// Runs the queue.
    case running

    var storeUse: StoreUse {
      switch self {
      case .trusting, .orders, .sending: .oneShot
      case .watching, .running: .session
      }
    }
  }

  /// Opens a session for a command. Problems are printed to standard error.
  static func open(
    _ options: WorkspaceOptions, for purpose: Purpose = .orders, stubs: StubMode? = nil
  ) async throws -> ClientSession {
    try await open(try options.choice(), for: purpose, stubs: stubs)
  }

  static func open(
    _ choice: WorkspaceChoice, for purpose: Purpose, stubs: StubMode? = nil
  ) async throws -> ClientSession {
    let session = try await wire(choice, for: purpose, stubs: stubs, complaining: .toConsole)
    if let report = session.report { Console.complain(report) }
    return session
  }

  /// Opens a session for a screen. Problems are not printed, because the screen displays `report`.
  ///
  /// - Parameter stubs: The mode of stub responses. Nil means no stub responses.
  static func wire(
    _ choice: WorkspaceChoice, for purpose: Purpose, stubs: StubMode? = nil,
    complaining: Followers.MessageTarget = .toClient
  ) async throws -> ClientSession {
    let folders = UserFolders()
    let workspace = try choice.workspace(in: folders)
    let chosen = try ChosenEnvironment(
      of: workspace, named: choice.environment, given: choice.overlays)
    let trust = try RequestContext.examinedTrust(of: workspace, folders)
    if purpose != .trusting, let problem = trust?.foreignProblem {
      throw Failure(refusing: [problem])
    }
    // The local store serves for the question whether the server's address may be used.
    let place =
      purpose == .trusting ? .file : try StoreChoice(choice.store, in: workspace, trust, folders)
    let (store, report) = try await place.open(in: folders, for: purpose.storeUse)
    let stubSwitch = stubs.map { StubSwitch($0) }
    var transport: any Transport = PubSubTransport(before: CurlTransport())
    if let stubSwitch { transport = StubTransport(before: transport, stubSwitch) }
    let client = Client(
      storage: store.storage, transport: transport,
      cache: SQLiteCache(folder: folders.cache, keyFolder: folders.state), secrets: SystemSecrets(),
      renewals: WorkspaceRenewals(folders: folders, overlays: choice.overlays),
      middleware: WorkspaceMiddleware(folders: folders), steps: WorkspaceSteps(folders: folders),
      jq: .child, options: ClientOptions.read(in: folders.config))
    let session = ClientSession(
      client: client,
      context: RequestContext(
        workspace, in: folders, environment: chosen, trust: trust, overlays: choice.overlays),
      report: report, store: store, stubs: stubSwitch,
      followers: await Followers.begin(for: client, in: workspace, folders, complaining))
    session.useStubRoutes()
    return session
  }

  /// Creates a session that stores nothing. `folder` is deleted when the session ends.
  init(client: Client, workspace: Workspace, leaving folder: String) {
    stubs = nil
    self.client = client
    context = RequestContext(workspace, in: UserFolders { $0 == "HOME" ? folder : nil })
    report = nil
    store = nil
    followers = Followers()
    temporaryFolder = folder
  }

  private init(
    client: Client, context: RequestContext, report: Failure?, store: SessionStore?,
    stubs: StubSwitch?, followers: Followers
  ) {
    self.followers = followers
    self.client = client
    self.context = context
    self.report = report
    self.store = store
    self.stubs = stubs
    temporaryFolder = nil
  }

  var folders: UserFolders { context.folders }

  /// Ends the client's work. If the session stores nothing, its temporary folder is deleted.
  func close(_ manner: QuitMode = .drain) async {
    await client.quit(manner)
    await followers.end()
    // The process ends next. Deallocating the client would only take time.
    _ = Unmanaged.passRetained(client)
    guard let temporaryFolder else { return }
    do {
      try FileManager.default.removeItem(atPath: temporaryFolder)
    } catch {
      Console.complain("\(temporaryFolder) could not be removed. \(FileAccessError(error).why)")
    }
  }

  // MARK: Environments

  /// Returns the session with another environment. The stub routes of that environment become
  /// active.
  func choosing(environment name: String?) throws -> ClientSession {
    var session = self
    session.context = try context.choosing(environment: name)
    session.useStubRoutes()
    return session
  }

  /// The session with the environment that was chosen last.
  ///
  /// The session is unchanged if the environment was deleted or the stored choice cannot be read.
  var withRememberedEnvironment: ClientSession {
    do {
      guard
        let name = try WorkspaceMemory(of: .environment, in: folders.state)
          .lines(of: context.workspace)?.first
      else { return self }
      if name.isEmpty { return try choosing(environment: nil) }
      return try context.environmentNames().contains(name)
        ? try choosing(environment: name) : self
    } catch {
      return self
    }
  }

  /// Returns the session with another workspace. It may be the same workspace, read again.
  func opening(_ workspace: Workspace, environment name: String?) throws -> ClientSession {
    var session = using(workspace, context.trust)
    if store != nil { session.context.trust = try session.context.examinedTrust() }
    return try session.choosing(environment: name)
  }

  /// Returns the session with the updated workspace and its trust state.
  func using(_ workspace: Workspace, _ trust: WorkspaceTrust?) -> ClientSession {
    var session = self
    session.context = context.using(workspace, trust)
    return session
  }

  // MARK: Lanes

  /// The lanes that get the settings of their gateways.
  enum LaneScope {
    /// The lanes that do not exist yet. Existing lanes keep their limits, because the user may have
    /// set them.
    case new
    /// All lanes, because the file was read again.
    case all
  }

  /// Sets the limits and rates of lanes to those of their gateways.
  func tuneLanes(_ scope: LaneScope) async throws(Failure) {
    let asking = context.gateways.all.filter { $0.lane != LaneRule() }
    guard !asking.isEmpty else { return }
    var known: [LaneKey: Lane] = [:]
    for tally in try await client.lanes() { known[tally.lane.key] = tally.lane }
    for gateway in asking {
      let key = LaneKey(workspace: context.owner.identity, name: gateway.name)
      guard scope == .all || known[key] == nil else { continue }
      if let limit = gateway.lane.limit, known[key]?.limit != limit {
        try await client.setLimit(limit, of: key)
      }
      if let rate = gateway.lane.rate, known[key]?.rate != rate {
        try await client.setRate(rate, of: key)
      }
    }
  }

  /// Activates the stub routes of the workspace. The environment fills their addresses.
  ///
  /// In an untrusted workspace, the routes run no programs.
  func useStubRoutes() {
    stubs?.use(StubRoutes(context.gateways, environment: context.environment).routes)
    stubs?.use(context.trust?.state == .untrusted ? RefusedPrograms() : SystemPrograms())
  }
}

/// The program runner of untrusted workspaces. It refuses to run programs.
struct RefusedPrograms: ProgramRunner {
  func run(_ program: Program) async throws(Failure) -> ProgramOutput {
    throw Failure(
      .program, what: "The program \(program.arguments.first ?? "of the stub") was not run.",
      why: "The workspace is not trusted, or its files have changed.",
      whatToDo: TrustAdvice.sentence)
  }
}

/// The source of a graph's requests.
///
/// They are prepared like saved requests. File paths are relative to the workspace. A graph that
/// was untrusted when it was submitted stays restricted.
struct WorkspaceSteps: StepSource {
  let folders: UserFolders

  func identity(of graph: GraphRun, _ material: GraphMaterial) -> String {
    if graph.workspace.isEmpty { return "" }
    return folders.registry.identity(
      ofFolder: graph.workspace, material.trust == .trusted ? .trusted : .untrusted)
  }

  func request(
    _ draft: Draft, of graph: GraphRun, _ material: GraphMaterial
  ) async throws(Failure) -> PreparedRequest {
    let root = graph.workspace.isEmpty ? folders.scratch : graph.workspace
    guard material.trust == .untrusted else {
      return try DraftStepSource.request(
        draft, material, files: WorkspaceFiles.facts(relativeTo: root))
    }
    let workspace: Workspace
    do throws(WorkspaceProblem) {
      workspace = try Workspace.open(root)
    } catch {
      throw Failure(.invalidRequest, what: error.what, why: error.why, whatToDo: error.whatToDo)
    }
    let request = try DraftStepSource.request(
      draft, material, files: WorkspaceFiles.facts(beneath: workspace))
    let refusals = WorkspaceTrust.untrusted.problems(with: request, in: workspace)
    guard refusals.isEmpty else { throw Failure(refusing: refusals) }
    return request
  }
}

/// The followers of a client's events outside the screen.
///
/// They are the log, the program that is notified of long jobs, and the bell of a command's
/// terminal.
struct Followers: Sendable {
  /// The destination of messages about a failed follower.
  enum MessageTarget: Sendable {
    case toConsole
    /// The notices of the client, which a screen displays.
    case toClient
  }

  private var journal: LogFollower?
  private var finish: FinishNotifier?
  private var bell: BellNotifier?

  static func begin(
    for client: Client, in workspace: Workspace, _ folders: UserFolders, _ complaints: MessageTarget
  ) async -> Followers {
    var followers = Followers()
    followers.journal = await LogFollower.begin(for: client, in: folders) { failure in
      switch complaints {
      case .toConsole: Console.complain(failure)
      case .toClient: Task { await client.report(failure) }
      }
    }
    followers.finish = await FinishNotifier.begin(for: client, in: workspace, folders) { failure in
      switch complaints {
      case .toConsole: Console.complain(failure)
      case .toClient: await client.report(failure)
      }
    }
    switch complaints {
    case .toConsole: followers.bell = await BellNotifier.begin(for: client, folders)
    case .toClient: break
    }
    return followers
  }

  /// Waits until all events of the client are handled.
  func end() async {
    await bell?.end()
    await finish?.end()
    await journal?.end()
  }
}

/// The source of the requests that renew credentials. They are saved requests of the job's
/// workspace.
struct WorkspaceRenewals: RenewalSource {
  let folders: UserFolders
  /// The values of `--var`.
  let overlays: [String: SensitiveText]

  func request(
    named name: String, workspace identity: String, environment: String
  ) async throws(Failure) -> PreparedRequest {
    let what = "The request \(name), which renews the credentials, was not sent."
    let result: (request: PreparedRequest?, problems: [DraftProblem])
    do throws(WorkspaceProblem) {
      result = try prepare(name, in: identity, environment)
    } catch {
      throw Failure(
        .authentication, what: what, why: "\(error.what) \(error.why)", whatToDo: error.whatToDo)
    }
    if let request = result.request, result.problems.isEmpty { return request }
    let problem = result.problems.first
    throw Failure(
      .authentication, what: what, why: problem.map { "\($0.what) \($0.why)" } ?? "It is empty.",
      whatToDo: problem?.whatToDo ?? "Save it again.")
  }

  private func prepare(
    _ text: String, in identity: String, _ environment: String
  ) throws(WorkspaceProblem) -> (PreparedRequest?, [DraftProblem]) {
    guard let name = RequestName(text) else {
      throw WorkspaceProblem(
        .name, what: "\(text) is not a valid request name.", why: "It is not a path of names.",
        whatToDo: "Name a saved request under `refresh` in weir.yaml.")
    }
    let workspace = try folders.workspace(of: identity) { $0.hasRequest(text) }
    let trust = try folders.examine(workspace)
    let environment = environment.isEmpty ? nil : environment
    let preparation = Preparation(
      // The user typed the values of `--var` for another request, so an untrusted workspace must
      // not send them. The same applies to the values in its private files.
      environment: trust.state == .untrusted
        ? try workspace.variables(of: environment).withholdingPrivateValues()
        : try workspace.variables(of: environment, given: overlays),
      files: WorkspaceFiles.facts(beneath: workspace), gateways: workspace.settings.gateways)
    var draft = try workspace.load(name)
    draft.name = name.path
    let result = preparation.examine(draft)
    guard let request = result.request else { return (nil, result.problems) }
    return (request, trust.problems(with: request, in: workspace))
  }
}
