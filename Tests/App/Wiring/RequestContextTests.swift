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
  private let places: UserFolders
  private let workspace: Workspace

  init() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("weir.yaml", "name: shop\ngateways:\n  api: {url: https://api.example}\n")
    _ = try folder.write(
      "environments.yaml",
      "environments:\n  dev: {host: dev.example}\n  live: {host: live.example}\n")
    self.folder = folder
    places = UserFolders { $0 == "HOME" ? folder.path("home") : nil }
    workspace = try Workspace.open(folder.path)
  }

  private func context(
    overlays: [String: SensitiveText] = [:], trust: WorkspaceTrust? = nil
  ) -> RequestContext {
    RequestContext(workspace, in: places, trust: trust, overlays: overlays)
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
}
