import ClientCore
import ClientModel
import Glibc
import Testing

@testable import ClientStore

/// The draft of a job is stored beside its request.
struct StoredDraftTests {
  let folder = StateFolder()
  let clock = StillClock()

  private func open() async throws -> SQLiteStorage {
    try await SQLiteStorage.open(in: folder.path, clock: clock).storage
  }

  private func job(_ draft: Draft?, _ body: PreparedBody = .none) -> NewJob {
    NewJob(request: .fixture(body: body), lane: .fixture(), draft: draft)
  }

  private static let drafts: [(DraftBody, PreparedBody)] = [
    (.none, .none), (.json(#"{"a": 1}"#), .text("{\"a\": 1}")), (.json("{{a}}"), .text("1")),
    (.text("t", mediaType: "a/b"), .text("t")), (.text("", mediaType: "a/b"), .text("")),
    (.bytes([1, 2], mediaType: nil), .bytes([1, 2])), (.bytes([1], mediaType: "x"), .bytes([2])),
    (.json("{}"), .none), (.form([DraftField("a", "b")]), .text("a=b")),
  ]

  @Test func `a draft comes back as it was typed, after a restart too`() async throws {
    let drafts = Self.drafts.map { draft, _ in
      Draft(
        name: "n", method: "post", url: "{{base}}/x", body: draft, authorization: .bearer("env:T"),
        endpoint: EndpointName(catalog: "shop", endpoint: "add"),
        endpointChoice: EndpointChoice(mediaType: "a/b", security: "key"))
    }
    var ids: [JobID] = []
    do {
      let store = try await open()
      ids = try await store.add(zip(drafts, Self.drafts).map { job($0, $1.1) } + [job(nil)])
      await store.close()
    }
    let store = try await open()
    for (id, draft) in zip(ids, drafts) {
      let source = try #require(try await store.requests(of: id))
      #expect(source.draft == draft)
      #expect(source.request == (try await store.request(of: id)))
    }
    let last = try #require(try await store.requests(of: ids[drafts.count]))
    #expect(last.draft == nil && last.request == .fixture())
    await store.close()
  }

  @Test func `a body that the request contains too is stored once`() async throws {
    let text = (0..<500).map { "letter\($0)" }.joined()
    let store = try await open()
    let body = Draft(body: .text(text, mediaType: "text/plain"))
    _ = try await store.add([
      job(body, .text(SensitiveText(text))), job(nil, .text(SensitiveText(text))),
    ])
    await store.close()
    let sizes = try Query(
      once: "SELECT length(request) FROM requests ORDER BY job", try folder.database()
    ).all { $0.integer(0) }
    #expect(sizes[0] > sizes[1] && sizes[0] < sizes[1] + 200, "\(sizes)")
  }

  @Test func `no secret of a draft is in a file of the store`() async throws {
    let store = try await open()
    let draft = Draft(
      url: "https://h/?api_key=canary-1", query: [DraftField("a", "canary-2", mark: .secret)],
      headers: [DraftField("Authorization", "Bearer canary-3", mark: .off)],
      body: .json(#"{"password": "canary-4"}"#),
      authorization: .basic(user: "u", password: "canary-5"))
    _ = try await store.add([job(draft)])
    _ = try await store.add(
      NewBatch(
        source: "f", rows: ListedRows(jobs: [job(nil)], values: [Array("{}".utf8)]), draft: draft),
      at: clock.now)
    #expect(!folder.everything().holds("canary"))
    await store.close()
  }

  private static func sealed(_ url: String) -> Draft {
    Draft(url: url, headers: [DraftField("A", "b")])
  }

  @Test func `only a draft of method and URL, of a request without secrets, is in clear`()
    async throws
  {
    let store = try await open()
    var credentials = PreparedRequest.fixture()
    credentials.credentials = .basic(user: .secret("u"), password: .secret("p"))
    let jobs = [
      job(Draft(method: "PUT", url: "https://h/clear-1/{{b}}")),
      job(Self.sealed("https://h/sealed-2")), job(Draft(url: "https://h/#sealed-3")),
      job(Draft(url: "https://sealed-4@h/")), job(Draft(url: "https://h/?sealed-6")),
      NewJob(request: credentials, lane: .fixture(), draft: Draft(url: "https://h/sealed-5")),
    ]
    let ids = try await store.add(jobs)
    #expect(folder.everything().holds("clear-1") && !folder.everything().holds("sealed-"))
    for (id, job) in zip(ids, jobs) {
      #expect(try await store.requests(of: id)?.draft == job.draft)
    }
    await store.close()
  }

  @Test func `a new request of a job leaves its draft`() async throws {
    let store = try await open()
    let draft = Draft(url: "/x", body: .json("{}"))
    let id = try await store.add([job(draft, .text("{}"))])[0]
    var request = try #require(try await store.request(of: id))
    request.options.limits.bodyQuestion = 7
    request.headers.append(HeaderField("A", .secret("s")))
    let changed = request
    _ = try await store.change([id]) { JobChange(at: $0.since, request: changed) }
    #expect(try await store.requests(of: id) == JobRequests(request: changed, draft: draft))
    await store.close()
  }

  @Test func `without its key a job has no draft, and is added and sent all the same`() async throws
  {
    let key = folder.path + "/key"
    let store = try await open()
    let old = try await store.add([job(Self.sealed("/a"))])[0]
    await store.close()
    truncate(key, 3)
    let later = try await open()
    let new = try await later.add([job(Self.sealed("/b"))])[0]
    for id in [old, new] {
      #expect(try await later.requests(of: id) == JobRequests(request: .fixture()))
    }
    let receipt = try await later.commit(StoreBatch(starts: [.fixture(old), .fixture(new)]))
    #expect(receipt.started.count == 2)
    await later.close()
  }

  @Test func `the rows of a batch share one draft`() async throws {
    let store = try await open()
    let rows = ListedRows(
      jobs: [job(nil), job(nil)], values: [Array("{}".utf8), Array("{}".utf8)])
    let draft = Draft(url: "/{{id}}")
    let run = try await store.add(NewBatch(source: "f", rows: rows, draft: draft), at: clock.now)
    #expect(try await store.material(of: run.id)?.drafts == ["": draft])
    let ids = try await store.jobs(matching: JobQuery()).map(\.id)
    for id in ids { #expect(try await store.requests(of: id)?.draft == nil) }
    #expect(try await store.check().isEmpty)
    await store.close()
  }
}
