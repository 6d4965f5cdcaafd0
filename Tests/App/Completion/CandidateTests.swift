import ClientCore
import ClientModel
import ClientWorkspace
import JobFixtures
import Testing

@testable import weir

struct CandidateTests {
  @Test func `a graph with the name of a request is named by its folder`() {
    let all = SavedNameCandidates(requests: ["login", "users/list"], graphs: ["flow", "login"]).all
    #expect(all.map(\.value) == ["login", "users/list", "flow", "graphs/login"])
    #expect(all.map(\.note) == ["request", "request", "graph", "graph"])
  }

  @Test func `a job is described by state, status, method and URL`() {
    var job = Job.fixture(17, .succeeded, url: "https://a.example/x?key=•••")
    job.status = 200
    let all = JobCandidates(jobs: [job]).all
    #expect(all == [CompletionCandidate("17", "succeeded 200  GET https://a.example/x?key=•••")])
  }

  @Test func `a graph and a batch are described by their progress`() {
    let plan = GraphPlan(name: "checkout", steps: [])
    let run = GraphRun(id: GraphID(3), plan: plan, created: Timestamp(milliseconds: 0))
    let all = JobCandidates(jobs: [], graphs: [run]).all
    #expect(all == [CompletionCandidate("g3", "0 of 0  graph checkout")])
  }

  @Test func `a command is offered the jobs that it can change`() {
    let all = JobCandidates.query(for: ["show"])
    #expect(all == JobQuery(order: .newestFirst, limit: 200))
    #expect(JobCandidates.query(for: ["queue", "again"]) == all)
    let held = JobCandidates.query(for: ["queue", "release"])
    #expect(held == JobQuery(states: [.held], order: .queue, limit: 200))
    let cancelled = JobCandidates.query(for: ["queue", "cancel"]).states
    #expect(cancelled?.isDisjoint(with: [.succeeded, .failed, .cancelled, .skipped]) == true)
  }

  @Test func `lanes of the workspace come first, and each name once`() {
    let owner = LaneOwner(identity: "/mine", folder: "/mine", id: nil)
    let lanes = LaneCandidates(
      lanes: [
        LaneKey(workspace: "/other", name: "api"), LaneKey(workspace: "/other", name: "old"),
        LaneKey(workspace: "/mine", name: "api"),
        LaneKey(workspace: "", name: "https://a.example:4000"),
      ], gateways: ["api", "fresh"], owner: owner)
    #expect(lanes.all.map(\.value) == ["api", "old", "https://a.example:4000", "fresh"])
    #expect(lanes.all.map(\.note) == ["lane", "lane of /other", "lane", "gateway"])
  }

  @Test func `lanes of an id are described by its folder`() throws {
    let id = try #require(WorkspaceID("abcdefgh23456789"))
    let lanes = LaneCandidates(
      lanes: [
        LaneKey(workspace: "another222222222", name: "b"), LaneKey(workspace: id.text, name: "c"),
        LaneKey(workspace: "/mine", name: "d"),
      ], owner: LaneOwner(identity: id.text, folder: "/mine", id: id),
      folders: ["another222222222": "/other"])
    #expect(lanes.all.map(\.value) == ["c", "d", "b"])
    #expect(lanes.all.map(\.note) == ["lane", "lane", "lane of /other"])
  }

  @Test func `a gateway is described by its URL without credentials`() {
    let gateways = Gateways(
      all: [Gateway(name: "api", url: "https://ann:geheim@a.example/?token=geheim")])
    let all = GatewayCandidates(gateways: gateways).withNone
    #expect(all.map(\.value) == ["api", "none"])
    #expect(all[0].note.contains("a.example") && !all[0].note.contains("geheim"))
  }

  @Test func `the default environment is marked, and values show their names alone`() {
    let environments = EnvironmentCandidates(names: ["local", "staging"], standard: "staging")
    #expect(
      environments.all == [.init("local"), .init("staging", "default")])
    #expect(VariableCandidates(names: ["b", "a"]).all.map(\.value) == ["a=", "b="])
  }

  @Test func `states are described`() {
    #expect(StateCandidates.all.map(\.value) == JobState.Word.allCases.map(\.rawValue))
    #expect(StateCandidates.all.allSatisfy { !$0.note.isEmpty })
  }

  @Test func `help offers topics and commands, then subcommands`() {
    let help = HelpCandidates(topics: [
      ("cache", "How responses are cached."), ("paging", "Pages."),
    ])
    let first = help.candidates(after: []).map(\.value)
    #expect(first.prefix(2) == ["cache", "paging"] && first.contains("queue"))
    #expect(first.count { $0 == "cache" } == 1 && !first.contains("interface"))
    #expect(help.candidates(after: ["queue"]).map(\.value).contains("cancel"))
    #expect(help.candidates(after: ["queue", "cancel"]) == [])
    #expect(help.candidates(after: ["paging"]) == [])
  }

  @Test func `history offers keys, then the values of a key`() {
    var history = HistoryCandidates()
    #expect(
      history.candidates(for: "").contains(CompletionCandidate("status:", "404, 4xx, 500-503")))
    #expect(history.candidates(for: "state:f").map(\.value).contains("state:failed"))
    history.requests = ["users/list"]
    #expect(history.candidates(for: "request:").map(\.value) == ["request:users/list"])
    #expect(history.candidates(for: "https://x") == [])
  }

  @Test func `every key of the history is one that the filter reads`() {
    for candidate in HistoryCandidates().candidates(for: "") {
      let filter = HistoryFilter(candidate.value + "nonsense!", now: Timestamp(milliseconds: 0))
      let texts = ["method:", "request:", "gateway:"]
      #expect(filter.unread.isEmpty == texts.contains(candidate.value), "\(candidate.value)")
    }
  }
}
