import ClientCore
import ClientModel
import ClientPipeline
import ClientWorkspace
import FoundationEssentials

/// The author of a draft.
enum DraftAuthor {
  /// The user, on the command line. Typed drafts are allowed even if the workspace is not trusted.
  case user
  /// A file of the workspace.
  case workspace
  /// The interface. The draft may come from a file of the workspace.
  case composer
}

/// The state for the preparation of requests.
///
/// It contains the files of the workspace and their trust state, the chosen environment, and the
/// user's own values.
struct RequestContext: Sendable {
  let folders: UserFolders
  private(set) var workspace: Workspace
  private var variables: Environment
  /// The reason why the workspace's default environment cannot be used. It matters only for
  /// templates, because the queue and the history need no environment.
  private(set) var environmentProblem: Failure?
  /// The trust state of the workspace. It is nil for the scratch workspace and the demo.
  ///
  /// If it is set, the owner of lanes is determined again, because trust may have registered the
  /// workspace's id.
  var trust: WorkspaceTrust? {
    didSet { owner = LaneOwner(workspace, trust?.state, in: folders) }
  }
  private(set) var owner: LaneOwner
  /// The values of `--var`.
  let overlays: [String: SensitiveText]

  init(
    _ workspace: Workspace, in folders: UserFolders, environment: ChosenEnvironment? = nil,
    trust: WorkspaceTrust? = nil, overlays: [String: SensitiveText] = [:]
  ) {
    self.folders = folders
    self.workspace = workspace
    variables = environment?.values ?? Environment()
    environmentProblem = environment?.problem
    self.trust = trust
    self.overlays = overlays
    owner = LaneOwner(workspace, trust?.state, in: folders)
  }

  /// Returns the context with the values of another environment.
  func choosing(environment name: String?) throws -> RequestContext {
    let chosen = try Reported.workspace { () throws(WorkspaceProblem) in
      try workspace.variables(of: name, given: overlays)
    }
    var context = self
    context.variables = chosen
    context.environmentProblem = nil
    return context
  }

  /// Returns the context with a workspace and its trust state. The workspace may be another one or
  /// an updated one.
  func using(_ workspace: Workspace, _ trust: WorkspaceTrust?) -> RequestContext {
    var context = self
    context.workspace = workspace
    context.trust = trust
    return context
  }

  /// The chosen environment. A workspace that is not trusted cannot use its private files.
  var environment: Environment {
    trust?.state == .untrusted ? variables.withholdingPrivateValues() : variables
  }

  func environments() throws -> Environments {
    try Reported.workspace { () throws(WorkspaceProblem) in try workspace.environments() }
  }

  func environmentNames() throws -> [String] { try environments().names }

  var workspaceName: String {
    workspace.settings.name ?? workspace.root.words(at: "/").last.map(String.init) ?? "/"
  }

  /// The catalogs. In an untrusted workspace, they have no servers of the workspace, because such a
  /// server could receive credentials.
  var catalogs: CatalogLibrary {
    CatalogLibrary(
      workspace: workspace.root, folders: folders,
      servers: trust?.state == .untrusted ? [:] : workspace.settings.gateways.servers)
  }

  // MARK: Requests

  /// The reader of files from the command line. The user chose the files, so any readable file is
  /// accepted.
  var reader: FileReader { WorkspaceFiles.reader(relativeTo: currentFolder) }

  /// Returns the preparation for drafts of this author.
  ///
  /// A path in a file of the workspace is relative to the workspace, regardless of the working
  /// directory. In the scratch workspace, a path is relative to the working directory, because the
  /// user does not know the folder of the workspace.
  func preparation(of author: DraftAuthor) -> Preparation {
    let folder =
      author != .user && workspace.kind != .scratch ? workspace.root : currentFolder
    return Preparation(
      environment: environment, files: WorkspaceFiles.facts(relativeTo: folder),
      gateways: gateways)
  }

  func draft(from words: RequestArguments) throws -> Draft {
    let source = DraftArguments(words, reader: reader)
    var draft =
      try words.endpoint.map { try source.draft(of: try catalogs.form(of: $0, words)) }
      ?? source.draft()
    draft.gateway = words.gateway
    draft.assertions += words.assertions
    return draft
  }

  /// Returns a saved request. The request is named after its path, because the history finds its
  /// jobs by this name.
  func load(_ name: String) throws -> Draft {
    try Reported.workspace { () throws(WorkspaceProblem) in
      let name = try requestName(name)
      var draft = try workspace.load(name)
      draft.name = name.path
      return draft
    }
  }

  /// Saves a request under a free name. Existing requests are not replaced.
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
        .name, what: "\(text) is not a valid request name.",
        why: "A name consists of folders and a last part, none of which starts with a dot.",
        whatToDo: "Use a name such as users/list.")
    }
    return name
  }

  /// Prepares a draft. Warnings are written to standard error. All problems are thrown together.
  func prepare(_ draft: Draft, by author: DraftAuthor = .user) throws -> PreparedRequest {
    if let environmentProblem { throw environmentProblem }
    let (draft, trouble) = catalogs.ruled(draft)
    if let trouble { Console.complain(trouble) }
    let result = preparation(of: author).examine(draft)
    result.warnings.forEach(Console.complain)
    guard let request = result.request else { throw DraftProblems(problems: result.problems) }
    let refusals = RequestRefusals(context: self)
      .problems(with: request, from: draft, by: author)
    guard refusals.isEmpty else { throw DraftProblems(problems: refusals) }
    return request
  }

  // MARK: Gateways and lanes

  /// The workspace's gateways. An untrusted workspace cannot declare that a field is not a
  /// credential.
  var gateways: Gateways {
    var gateways = workspace.settings.gateways
    if trust?.state == .untrusted {
      gateways.credentialNames = CredentialNames(adding: gateways.credentialNames.added)
    }
    return gateways
  }

  var jar: CookieJarKey {
    CookieJarKey(workspace: owner.identity, environment: environment.name)
  }

  func lane(for request: PreparedRequest) -> LaneKey {
    LaneKey(
      workspace: owner.identity, name: request.gateway?.name ?? request.origin.description)
  }

  /// Returns a job for a request, with the job options of its draft. The job does not contain the
  /// draft.
  func job(
    for request: PreparedRequest, from draft: Draft, _ scheduling: Job.Scheduling,
    now: Timestamp = SystemClock().now
  ) -> NewJob {
    let lane = draft.job.lane.map { LaneKey(workspace: owner.identity, name: $0) }
    return NewJob(
      request: request, lane: lane ?? self.lane(for: request),
      state: scheduling == .queued ? draft.job.start.state(now: now) : .waiting(.slot),
      priority: draft.job.priority, scheduling: scheduling, name: draft.name,
      call: draft.job.call)
  }

  private var currentFolder: String { FileManager.default.currentDirectoryPath }

  // MARK: Trust

  /// Compares the workspace's files with the accepted files. Returns the trust state.
  ///
  /// Returns nil for the scratch workspace.
  func examinedTrust() throws(Failure) -> WorkspaceTrust? {
    try Self.examinedTrust(of: workspace, folders)
  }

  /// Returns the trust state of a workspace, with details.
  ///
  /// Returns nil for the scratch workspace. It needs no trust, because Weir owns it.
  static func examinedTrust(
    of workspace: Workspace, _ folders: UserFolders
  ) throws(Failure) -> WorkspaceTrust? {
    if workspace.kind == .scratch { return nil }
    return try Reported.workspace { () throws(WorkspaceProblem) in
      try folders.examine(workspace)
    }
  }

  /// Returns the changes of the examined files since they were accepted.
  func difference(of trust: WorkspaceTrust) throws(Failure) -> FileDifference {
    try Reported.workspace { () throws(WorkspaceProblem) in
      try trust.difference(in: workspace, accepted: folders.trust)
    }
  }

  /// Changes the workspace's files. A trusted workspace stays trusted.
  ///
  /// - Returns: The trust state after the change. Nil for the scratch workspace.
  func preservingTrust(
    _ change: () throws(WorkspaceProblem) -> Void
  ) throws(WorkspaceProblem) -> WorkspaceTrust? {
    guard trust != nil else {
      try change()
      return nil
    }
    return try folders.preservingTrust(of: workspace, change)
  }

  /// Returns whether the changed files need trust.
  ///
  /// Some requests may be sent only in a trusted workspace. Some graphs may run programs only in a
  /// trusted workspace.
  ///
  /// - Parameter paths: Paths in the workspace. A file that is neither a request nor a graph
  ///   affects all requests and graphs.
  func needTrust(_ paths: Set<String>) throws(WorkspaceProblem) -> Bool {
    guard let trust, trust.state == .untrusted, !paths.isEmpty else { return false }
    let isShared = paths.contains {
      !$0.begins(with: "requests/") && !$0.begins(with: "graphs/")
        || $0.ends(with: "/" + FolderDefaults.fileName)
    }
    for name in workspace.graphNames() where isShared || paths.contains("graphs/\(name).yaml") {
      do throws(WorkspaceProblem) {
        if try workspace.graph(name).runsPrograms { return true }
      } catch {
        continue
      }
    }
    let names = try workspace.requestNames().map(\.description)
    for name in names where isShared || paths.contains("requests/\(name).yaml") {
      let draft: Draft
      // An unreadable file cannot be sent.
      do { draft = try load(name) } catch { continue }
      guard let request = preparation(of: .workspace).examine(draft).request else { continue }
      if !trust.problems(with: request, in: workspace).isEmpty { return true }
    }
    return false
  }
}

extension GraphPlan {
  fileprivate var runsPrograms: Bool {
    steps.contains { if case .command = $0.work { true } else { false } }
  }
}
