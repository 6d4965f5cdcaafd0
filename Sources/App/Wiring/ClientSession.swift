import ClientCore
import ClientHTTP
import ClientMQTT
import ClientModel
import ClientPipeline
import ClientStore
import ClientWorkspace
import FoundationEssentials

/// One command's client, wired: the store, the transport, and the workspace that fills templates.
struct ClientSession: Sendable {
  let client: Client
  let places: Places
  private(set) var workspace: Workspace
  private(set) var environment: Environment
  /// Why the workspace's own choice of an environment cannot be used. Only what fills templates
  /// minds: the queue and the history need none.
  private(set) var environmentProblem: Failure?
  /// Nil where everything is our own.
  var trust: WorkspaceTrust?
  /// What opening the store found, such as a damaged file that was moved aside.
  let report: Failure?
  /// Nil in the demo, which stores nothing.
  let store: SQLiteStorage?
  let overlays: [String: SensitiveText]
  /// Nil where this command has no stub responses.
  let stubs: StubSwitch?
  /// What follows the client's events until its end; nothing in the demo.
  let followers: Followers
  /// What the demo leaves behind when it ends: nothing.
  let temporaryFolder: String?

  /// Opens it for a command, and reports on standard error what opening found.
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

  /// Opens it and reports nothing: a screen shows `report` in its own way.
  ///
  /// - Parameter stubs: Nil where there shall be no switch for them before the network.
  static func wire(
    _ choice: WorkspaceChoice, for purpose: Purpose, stubs: StubMode? = nil,
    complaining: Followers.Complaints = .toClient
  ) async throws -> ClientSession {
    let places = Places()
    let workspace = try choice.workspace(in: places)
    let chosen = try ChosenEnvironment(of: workspace, named: choice.environment)
    let trust = try examinedTrust(of: workspace, places)
    if purpose != .trusting, let problem = trust?.foreignProblem {
      throw Failure(refusing: [problem])
    }
    let opened = try await SQLiteStorage.open(
      in: places.state, clock: SystemClock(), for: purpose.storeUse)
    let stubSwitch = stubs.map { StubSwitch($0) }
    var transport: any Transport = PubSubTransport(before: CurlTransport())
    if let stubSwitch { transport = StubTransport(before: transport, stubSwitch) }
    let client = Client(
      storage: opened.storage, transport: transport,
      cache: SQLiteCache(folder: places.cache, keyFolder: places.state), secrets: SystemSecrets(),
      renewals: WorkspaceRenewals(places: places, overlays: choice.overlays),
      middleware: WorkspaceMiddleware(places: places), steps: WorkspaceSteps(places: places),
      jq: .child, options: ClientOptions.read(in: places.config))
    let session = ClientSession(
      client: client, places: places, workspace: workspace,
      environment: chosen, trust: trust, report: opened.report.notice,
      store: opened.storage, stubs: stubSwitch, overlays: choice.overlays,
      followers: await Followers.begin(for: client, in: workspace, places, complaining))
    session.useStubRoutes()
    return session
  }

  /// A session that stores nothing: its folder is deleted when it ends.
  init(client: Client, workspace: Workspace, leaving folder: String) {
    stubs = nil
    self.client = client
    self.workspace = workspace
    places = Places { $0 == "HOME" ? folder : nil }
    environment = Environment()
    environmentProblem = nil
    trust = nil
    report = nil
    store = nil
    overlays = [:]
    followers = Followers()
    temporaryFolder = folder
  }

  private init(
    client: Client, places: Places, workspace: Workspace, environment: ChosenEnvironment,
    trust: WorkspaceTrust?, report: Failure?, store: SQLiteStorage?, stubs: StubSwitch?,
    overlays: [String: SensitiveText], followers: Followers
  ) {
    self.followers = followers
    self.client = client
    self.places = places
    self.workspace = workspace
    self.environment = environment.values.overlaid(with: overlays)
    environmentProblem = environment.problem
    self.trust = trust
    self.report = report
    self.store = store
    self.stubs = stubs
    self.overlays = overlays
    temporaryFolder = nil
  }

  /// Ends the client's work; a session that stores nothing leaves nothing behind.
  func close(_ manner: QuitManner = .drain) async {
    await client.quit(manner)
    await followers.end()
    // The process ends next: taking the client apart piece by piece would only cost time.
    _ = Unmanaged.passRetained(client)
    guard let temporaryFolder else { return }
    do {
      try FileManager.default.removeItem(atPath: temporaryFolder)
    } catch {
      Console.complain("\(temporaryFolder) could not be removed. \(FileTrouble(error).why)")
    }
  }

  // MARK: Requests

  /// Files named on the command line are the user's own word: any readable file will do.
  var reader: FileReader { WorkspaceFiles.reader(relativeTo: currentFolder) }

  /// A path in a file of the workspace is relative to the workspace, wherever the command runs; the scratch
  /// workspace has no folder that a user knows.
  func preparation(of author: DraftAuthor) -> Preparation {
    let folder =
      author != .user && workspace.kind != .scratch ? workspace.root : currentFolder
    return Preparation(
      environment: environment, files: WorkspaceFiles.facts(relativeTo: folder),
      gateways: gateways)
  }

  func draft(from words: RequestWords) throws -> Draft {
    let source = DraftWords(words, reader: reader)
    var draft =
      try words.endpoint.map { try source.draft(of: try form(of: $0, words)) } ?? source.draft()
    draft.gateway = words.gateway
    draft.assertions += words.assertions
    return draft
  }

  /// The saved request, named by its path: its jobs are found by it in the history.
  func load(_ name: String) throws -> Draft {
    try Reported.workspace { () throws(WorkspaceProblem) in
      let name = try requestName(name)
      var draft = try workspace.load(name)
      draft.name = name.path
      return draft
    }
  }

  /// Saves a request that must not replace another.
  ///
  /// - Returns: The name that it was saved under.
  func add(_ draft: Draft, as name: String) throws -> String {
    try Reported.workspace { () throws(WorkspaceProblem) in
      var name = try requestName(name)
      _ = try preservingTrust { () throws(WorkspaceProblem) in
        name = try workspace.add(draft, as: name)
      }
      return name.description
    }
  }

  func requestName(_ text: String) throws(WorkspaceProblem) -> RequestName {
    guard let name = RequestName(text) else {
      throw WorkspaceProblem(
        .name, what: "\(text) cannot be a request's name.",
        why: "A name is made of folders and a last part, without dots at their start.",
        whatToDo: "Use a name such as users/list.")
    }
    return name
  }

  // MARK: Environments

  /// The same session with another environment's values.
  func choosing(environment name: String?) throws -> ClientSession {
    let chosen = try Reported.workspace { () throws(WorkspaceProblem) in
      try workspace.environments().layered(name)
    }
    var session = self
    session.environment = chosen.overlaid(with: overlays)
    session.environmentProblem = nil
    session.useStubRoutes()
    return session
  }

  /// The same session with the environment that was chosen last, if there still is one of that name. A memory
  /// that cannot be read costs only the choice.
  var withRememberedEnvironment: ClientSession {
    do {
      guard let name = try EnvironmentMemory(in: places.state).name(for: workspace) else {
        return self
      }
      if name.isEmpty { return try choosing(environment: nil) }
      return try environmentNames().contains(name) ? try choosing(environment: name) : self
    } catch {
      return self
    }
  }

  /// The same client on another workspace, or on this one read anew.
  func opening(_ workspace: Workspace, environment name: String?) throws -> ClientSession {
    var session = self
    session.workspace = workspace
    if store != nil { session.trust = try session.examinedTrust() }
    return try session.choosing(environment: name)
  }

  /// The same session with its workspace as it was just written.
  func using(_ workspace: Workspace, _ trust: WorkspaceTrust?) -> ClientSession {
    var session = self
    session.workspace = workspace
    session.trust = trust
    return session
  }

  func environments() throws -> Environments {
    try Reported.workspace { () throws(WorkspaceProblem) in try workspace.environments() }
  }

  func environmentNames() throws -> [String] { try environments().names }

  var workspaceName: String {
    workspace.settings.name ?? workspace.root.words(at: "/").last.map(String.init) ?? "/"
  }

  // MARK: Lanes

  var laneWorkspace: String {
    workspace.kind == .scratch || workspace.root == places.scratch ? "" : workspace.root
  }
  var jar: CookieJarKey {
    CookieJarKey(workspace: laneWorkspace, environment: environment.name)
  }

  func lane(for request: PreparedRequest) -> LaneKey {
    LaneKey(
      workspace: laneWorkspace, name: request.gateway?.name ?? request.origin.description)
  }

  private var currentFolder: String { FileManager.default.currentDirectoryPath }
}
