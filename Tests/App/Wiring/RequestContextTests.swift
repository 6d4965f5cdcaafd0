import ClientCore
import ClientHTTP
import ClientMemory
import ClientModel
import ClientWorkspace
import TestSupport
import Testing

@testable import weir

/// What requests are prepared with in a workspace, and what an untrusted workspace may not send.
struct RequestContextTests {
  private let folder: TemporaryFolder
  private let folders: UserFolders
  private let workspace: Workspace

  init() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("weir.yaml", "name: shop\ngateways:\n  api: {url: https://api.example}\n")
    _ = try folder.write(
      "environments.yaml",
      "environments:\n  dev: {host: dev.example}\n  live: {host: live.example}\n")
    self.folder = folder
    folders = UserFolders { $0 == "HOME" ? folder.path("home") : nil }
    workspace = try Workspace.open(folder.path)
  }

  private func context(
    overlays: [String: SensitiveText] = [:], trust: WorkspaceTrust? = nil
  ) -> RequestContext {
    RequestContext(workspace, in: folders, trust: trust, overlays: overlays)
  }

  @Test func `the user's own value replaces that of the environment`() throws {
    let own = context(overlays: ["host": SensitiveText("mine.example")])
    let draft = Draft(url: "https://{{host}}/a")
    let urls = try [context(), own].map {
      try $0.choosing(environment: "live").preparation(of: .user).examine(draft).request?.url
    }
    #expect(urls == ["https://live.example/a", "https://mine.example/a"])
    #expect(throws: (any Error).self) { try own.choosing(environment: "none") }
  }

  @Test func `a request has the lane of its gateway in this workspace, else of its origin`() throws
  {
    let context = context()
    let preparation = context.preparation(of: .user)
    var draft = Draft(url: "/a")
    draft.gateway = "api"
    let lanes = [draft, Draft(url: "https://b.example/a")].compactMap {
      preparation.examine($0).request.map(context.lane)
    }
    #expect(lanes.map(\.name) == ["api", "https://b.example"])
    #expect(lanes.map(\.workspace) == [workspace.root, workspace.root])
  }

  @Test func `an untrusted workspace cannot send the user's secret to an address of its own`()
    throws
  {
    let context = context(
      overlays: ["token": SensitiveText("hush")], trust: .untrusted)
    let draft = Draft(url: "https://{{host}}/?token={{token}}")
    let chosen = try context.choosing(environment: "dev")
    let request = try #require(chosen.preparation(of: .composer).examine(draft).request)
    let refusals = RequestRefusals(context: chosen)
    #expect(refusals.problems(with: request, from: draft, by: .composer).count == 1)
    let plain = Draft(url: "https://mine.example/?token={{token}}")
    let own = try #require(chosen.preparation(of: .user).examine(plain).request)
    #expect(refusals.problems(with: own, from: plain, by: .user).isEmpty)
    #expect(throws: Failure.self) {
      try refusals.checkOverlays(ofGraph: GraphPlan(name: "g", steps: []))
    }
  }

  @Test func `a graph carries the drafts of its steps with the chosen gateway`() throws {
    let request = try #require(RequestName("a"))
    _ = try workspace.add(Draft(url: "https://b.example/a"), as: request)
    let client = Client(
      storage: MemoryStorage(clock: SystemClock(), bodyFolder: folder.path),
      transport: ScriptedTransport([]))
    let plan = GraphPlan(name: "g", steps: [GraphStep(name: "s", work: .request("a"))])
    let graphs = WorkspaceGraphs(client: client, context: context())
    let graph = try graphs.graph(of: plan, "api", .queued)
    #expect(graph.material.drafts["a"]?.gateway == "api")
    #expect(graph.workspace == workspace.root)
  }

  // MARK: The id of the workspace

  /// Two folders with one id and the gateway `api`, of which the first is trusted.
  private struct Worktrees {
    static let id = "abcdefgh23456789"
    let folders: UserFolders
    let mine: Workspace
    let other: Workspace

    init(in folder: TemporaryFolder, _ folders: UserFolders) throws {
      self.folders = folders
      _ = try folder.write("home/.local/state/weir/none", "")
      for name in ["mine", "other"] {
        _ = try folder.write(
          "\(name)/weir.yaml",
          "id: \(Self.id)\ngateways:\n  api:\n    url: https://a.example\n"
            + "    middleware: {submit: [{command: [./\(name)]}]}\n")
      }
      mine = try Workspace.open(folder.path("mine"))
      other = try Workspace.open(folder.path("other"))
      try trust(mine)
    }

    func trust(_ workspace: Workspace) throws {
      _ = try WorkspaceTrust.examine(workspace, accepted: folders.trust)
        .accept(workspace, accepted: folders.trust)
    }

    func context(_ workspace: Workspace) throws -> RequestContext {
      let trust = try RequestContext.examinedTrust(of: workspace, folders)
      return RequestContext(workspace, in: folders, trust: trust)
    }

    /// Returns whether a job with this identity gets the stages of its gateway.
    func findsStages(_ identity: String) async throws -> Bool {
      var draft = Draft(url: "/a")
      draft.gateway = "api"
      let preparation = try context(mine).preparation(of: .user)
      let request = try #require(preparation.examine(draft).request)
      do throws(Failure) {
        _ = try await WorkspaceMiddleware(folders: folders)
          .middleware(for: request, workspace: identity)
        return true
      } catch {
        #expect(error.why.contains("not trusted"), "\(error)")
        return false
      }
    }
  }

  @Test func `a folder with a copied id gets neither the lanes nor the cookies of the id`() throws {
    let trees = try Worktrees(in: folder, folders)
    let (mine, other) = (try trees.context(trees.mine), try trees.context(trees.other))
    #expect(mine.owner.identity == Worktrees.id && mine.jar.workspace == Worktrees.id)
    #expect(other.owner.identity == trees.other.root && other.jar.workspace == trees.other.root)
    #expect(!other.owner.owns(LaneKey(workspace: Worktrees.id, name: "api")))
    #expect(!other.owner.owns(LaneKey(workspace: trees.mine.root, name: "api")))
  }

  @Test func `two trusted folders with one id share lanes and cookies`() throws {
    let trees = try Worktrees(in: folder, folders)
    try trees.trust(trees.other)
    let (mine, other) = (try trees.context(trees.mine), try trees.context(trees.other))
    #expect(mine.jar == other.jar && mine.owner.identity == Worktrees.id)
    #expect(other.owner.owns(LaneKey(workspace: trees.other.root, name: "older")))
    _ = try folder.write("other/requests/new.yaml", "url: /\n")
    let changed = try trees.context(trees.other).owner
    #expect(changed.identity == trees.other.root, "its files are not trusted any more")
    #expect(changed.owns(LaneKey(workspace: Worktrees.id, name: "api")))
  }

  @Test func `trust by the user is followed by the owner of lanes`() throws {
    let trees = try Worktrees(in: folder, folders)
    var context = try trees.context(trees.other)
    try trees.trust(trees.other)
    context.trust = try context.examinedTrust()
    #expect(context.owner.identity == Worktrees.id)
  }

  @Test func `jobs find their stages by the id and, as before, by the folder`() async throws {
    let trees = try Worktrees(in: folder, folders)
    #expect(try await trees.findsStages(Worktrees.id))
    #expect(try await trees.findsStages(trees.mine.root))
    #expect(try await !trees.findsStages(trees.other.root))
  }

  @Test func `the jobs of a graph belong to the id, and its files to its folder`() throws {
    let trees = try Worktrees(in: folder, folders)
    let steps = WorkspaceSteps(folders: folders)
    func identity(_ folder: String) -> String {
      let plan = GraphPlan(name: "g", steps: [])
      return steps.identity(
        of: GraphRun(
          id: GraphID(1), plan: plan, workspace: folder, created: Timestamp(milliseconds: 0)),
        GraphMaterial())
    }
    #expect(identity(trees.mine.root) == Worktrees.id)
    #expect(identity(trees.other.root) == trees.other.root)
    #expect(identity("/nowhere") == "/nowhere" && identity("") == "")
  }

  @Test func `a new workspace has an id that counts, and an older one gets one once`() throws {
    let new = folder.path("new")
    try NewWorkspace.make(in: new, folders: folders)
    let made = try RequestContext(Workspace.open(new), in: folders).owner
    #expect(made.identity == made.id?.text)
    #expect(throws: Failure.self) { try NewWorkspace.make(in: new, folders: folders) }
    let before = try RequestContext.examinedTrust(of: workspace, folders)
    #expect(before?.state == .untrusted)
    guard case .addedID = try NewWorkspace.make(in: folder.path, folders: folders) else {
      Issue.record("created")
      return
    }
    let older = try Workspace.open(folder.path)
    #expect(older.settings.id != nil && older.settings.gateways == workspace.settings.gateways)
    #expect(try RequestContext.examinedTrust(of: older, folders)?.state == .untrusted)
    #expect(RequestContext(older, in: folders).owner.identity == older.settings.id?.text)
  }

  @Test func `a workspace that gets an id stays trusted`() throws {
    _ = try folder.write("home/.local/state/weir/none", "")
    _ = try WorkspaceTrust.examine(workspace, accepted: folders.trust)
      .accept(workspace, accepted: folders.trust)
    try NewWorkspace.make(in: folder.path, folders: folders)
    let now = try Workspace.open(folder.path)
    #expect(now.settings.id != nil)
    #expect(try RequestContext.examinedTrust(of: now, folders)?.state == .trusted)
  }
}
