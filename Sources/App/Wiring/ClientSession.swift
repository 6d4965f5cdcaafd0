import ClientCore
import ClientHTTP
import ClientMQTT
import ClientModel
import ClientPipeline
import ClientStore
import ClientWorkspace
import FoundationEssentials

/// The client of one command with its store, its transport, and the workspace that fills templates.
struct ClientSession: Sendable {
  let client: Client
  let places: Places
  private(set) var workspace: Workspace
  private(set) var environment: Environment
  /// The reason why the workspace's own choice of an environment cannot be used. The problem
  /// matters only for filling templates; the queue and the history need no environment.
  private(set) var environmentProblem: Failure?
  /// The trust in the workspace, or nil for the scratch workspace and the demo.
  var trust: WorkspaceTrust?
  /// The problem found while opening the store, such as a damaged file that was moved aside.
  let report: Failure?
  /// The store, or nil in the demo, which stores nothing.
  let store: SQLiteStorage?
  let overlays: [String: SensitiveText]
  /// The switch for stub responses, or nil if this command has none.
  let stubs: StubSwitch?
  /// The followers of the client's events until the client ends. The demo has none.
  let followers: Followers
  /// The demo's temporary folder, which is deleted when the session ends, or nil.
  let temporaryFolder: String?

  /// Opens a session for a command, and prints problems of opening it to standard error.
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

  /// Opens a session without printing problems, since a screen displays `report` itself.
  ///
  /// - Parameter stubs: The mode of stub responses, or nil for a session without them.
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

  /// Creates a session that stores nothing. Its folder is deleted when the session ends.
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

  /// Ends the client's work, and deletes the temporary folder of a session that stores nothing.
  func close(_ manner: QuitManner = .drain) async {
    await client.quit(manner)
    await followers.end()
    // The process ends next, so deallocating the client would only take time.
    _ = Unmanaged.passRetained(client)
    guard let temporaryFolder else { return }
    do {
      try FileManager.default.removeItem(atPath: temporaryFolder)
    } catch {
      Console.complain("\(temporaryFolder) could not be removed. \(FileTrouble(error).why)")
    }
  }

  // MARK: Requests

  /// The reader of files named on the command line. The user chose them, so any readable file is
  /// accepted.
  var reader: FileReader { WorkspaceFiles.reader(relativeTo: currentFolder) }

  /// Returns the preparation of an author's drafts. A path in a file of the workspace is relative
  /// to the workspace, regardless of the working directory. In the scratch workspace, whose folder
  /// the user does not know, a path is relative to the working directory.
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

  /// Returns a saved request with its path as name. The history finds the jobs of the request by
  /// this name.
  func load(_ name: String) throws -> Draft {
    try Reported.workspace { () throws(WorkspaceProblem) in
      let name = try requestName(name)
      var draft = try workspace.load(name)
      draft.name = name.path
      return draft
    }
  }

  /// Saves a request under a free name, without replacing another request.
  ///
  /// - Returns: The name under which it was saved.
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

  /// Returns the same session with the values of another environment, and activates its stub
  /// routes.
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

  /// The same session with the environment that was chosen last, if it still exists. If the record
  /// of the choice cannot be read, the session is unchanged.
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

  /// Returns the session with another workspace, or with the same workspace read again.
  func opening(_ workspace: Workspace, environment name: String?) throws -> ClientSession {
    var session = self
    session.workspace = workspace
    if store != nil { session.trust = try session.examinedTrust() }
    return try session.choosing(environment: name)
  }

  /// Returns the same session with its workspace as it was just written.
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

/// The source of a graph's requests. The requests are built like saved requests: file paths are
/// relative to the workspace, and a graph that was untrusted when it was submitted stays
/// restricted.
struct WorkspaceSteps: StepSource {
  let places: Places

  func request(
    _ draft: Draft, of graph: GraphRun, _ material: GraphMaterial
  ) async throws(Failure) -> PreparedRequest {
    let root = graph.workspace.isEmpty ? places.scratch : graph.workspace
    guard material.trust == .untrusted else {
      return try PlainSteps.request(
        draft, material, files: WorkspaceFiles.facts(relativeTo: root))
    }
    let workspace: Workspace
    do throws(WorkspaceProblem) {
      workspace = try Workspace.open(root)
    } catch {
      throw Failure(.invalidRequest, what: error.what, why: error.why, whatToDo: error.whatToDo)
    }
    let request = try PlainSteps.request(
      draft, material, files: WorkspaceFiles.facts(beneath: workspace))
    let refusals = WorkspaceTrust.untrusted.problems(with: request, in: workspace)
    guard refusals.isEmpty else { throw Failure(refusing: refusals) }
    return request
  }
}

/// The followers of a client's events other than the screen: the log, the program that is notified
/// of long jobs, and the bell of a command's terminal.
struct Followers: Sendable {
  /// The destination of messages about a failed follower.
  enum Complaints: Sendable {
    case toConsole
    /// A notice of the client, which a screen displays.
    case toClient
  }

  private var journal: LogFollower?
  private var finish: FinishNotifier?
  private var bell: BellNotifier?

  static func begin(
    for client: Client, in workspace: Workspace, _ places: Places, _ complaints: Complaints
  ) async -> Followers {
    var followers = Followers()
    followers.journal = await LogFollower.begin(for: client, in: places) { failure in
      switch complaints {
      case .toConsole: Console.complain(failure)
      case .toClient: Task { await client.report(failure) }
      }
    }
    followers.finish = await FinishNotifier.begin(for: client, in: workspace, places) { failure in
      switch complaints {
      case .toConsole: Console.complain(failure)
      case .toClient: await client.report(failure)
      }
    }
    switch complaints {
    case .toConsole: followers.bell = await BellNotifier.begin(for: client, places)
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

/// The source of requests that renew credentials, which are saved requests of the job's workspace.
struct WorkspaceRenewals: RenewalSource {
  let places: Places
  /// The values of `--var`.
  let overlays: [String: SensitiveText]

  func request(
    named name: String, workspace folder: String, environment: String
  ) async throws(Failure) -> PreparedRequest {
    let what = "The request \(name) was not sent to renew the credentials."
    let result: (request: PreparedRequest?, problems: [DraftProblem])
    do throws(WorkspaceProblem) {
      result = try prepare(name, in: folder, environment)
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
    _ text: String, in folder: String, _ environment: String
  ) throws(WorkspaceProblem) -> (PreparedRequest?, [DraftProblem]) {
    let workspace = try Workspace.open(folder.isEmpty ? places.scratch : folder)
    guard let name = RequestName(text) else {
      throw WorkspaceProblem(
        .name, what: "\(text) cannot be a request's name.", why: "It is not a path of names.",
        whatToDo: "Name a saved request under `refresh` in weir.yaml.")
    }
    let trust = try WorkspaceTrust.examine(workspace, accepted: places.trust)
    let values = try workspace.environments().layered(environment.isEmpty ? nil : environment)
    let preparation = Preparation(
      // An untrusted workspace must not send values that the user typed for another request.
      environment: trust.standing == .untrusted ? values : values.overlaid(with: overlays),
      files: WorkspaceFiles.facts(beneath: workspace), gateways: workspace.settings.gateways)
    let result = preparation.examine(try workspace.load(name))
    guard let request = result.request else { return (nil, result.problems) }
    return (request, trust.problems(with: request, in: workspace))
  }
}
