import TestSupport
import Testing
import WeirClient

/// The examples of the documentation do what their articles say.
struct ExampleTests {
  @Test func `the first example prints the response`() async throws {
    let folder = try TemporaryFolder()
    let text = try await gettingStarted(
      folder: folder.path("state"), transport: ScriptedTransport([.text("*/items/7", "seven")]))
    #expect(text == "succeeded, status 200: seven")
  }

  @Test func `the example of observing sees each state of a job`() async throws {
    try await withClient([.text("*", "seen")]) { client in
      let states = try await observe(
        client, try PreparedRequest(Draft(url: "https://api.example/")))
      #expect(states.last == .succeeded)
      #expect(states.contains(.running) || states.contains(.waiting))
    }
  }

  @Test func `the example of a queue cancels one job and runs the others`() async throws {
    try await withClient([.text("*", "done")]) { client in
      let request = try PreparedRequest(Draft(url: "https://api.example/"))
      let words = try await queue(client, [request, request, request])
      #expect(words == [.cancelled, .succeeded, .succeeded])
    }
  }

  @Test func `the example of a batch runs each row`() async throws {
    try await withClient([.text("*/users/*", "user")]) { client in
      let run = try await batch(client, names: ["ada", "grace"])
      #expect(run?.summary.done == 2)
    }
  }

  @Test func `the example of shared values counts`() async throws {
    try await withClient([]) { client in
      let counts = [try await countRuns(client), try await countRuns(client)]
      #expect(counts == ["1", "2"])
    }
  }

  @Test func `the example of middleware refuses what the service calls an error`() async throws {
    let replies: [ScriptedResponse] = [
      .text("*/good", #"{"data":{"id":7}}"#), .text("*/bad", #"{"error":"no such item","data":1}"#),
    ]
    try await withClient(replies, middleware: middleware()) { client in
      let ids = try await client.submit(
        ["good", "bad"].map {
          NewJob(
            request: try PreparedRequest(Draft(url: "https://api.example/\($0)")),
            lane: LaneKey(name: "api"))
        })
      let jobs = try await client.wait(for: ids)
      #expect(jobs.map(\.state.word) == [.succeeded, .failed])
      guard case .failed(let failure) = jobs[1].state else { return }
      #expect(failure.why.contains("no such item"))
    }
  }

  @Test func `the example of a graph takes the session from the first step`() async throws {
    let replies: [ScriptedResponse] = [
      .text("*/login", #"{"session":"s1"}"#), .text("*", "{}"),
    ]
    try await withClient(replies) { client in
      let run = try #require(try await graph(client))
      #expect(run.steps.map(\.state) == [.done, .done, .done])
      let report = try #require(run.steps[1].job)
      let request = try #require(try await client.request(of: report))
      #expect(request.headers.first { $0.name == "X-Session" }?.value.plain == "s1")
    }
  }

  @Test func `the example of a transport answers with the URL`() async throws {
    let folder = try TemporaryFolder()
    let text = try await gettingStarted(folder: folder.path("state"), transport: EchoTransport())
    #expect(text == "succeeded, status 200: https://api.example/items/7")
  }

  private func withClient(
    _ replies: [ScriptedResponse], middleware: Middleware? = nil,
    _ body: (Client) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let client = Client(
      storage: MemoryStorage(clock: SystemClock(), bodyFolder: folder.path("bodies")),
      transport: ScriptedTransport(replies), middleware: middleware)
    try await client.start(as: .runner)
    try await body(client)
    await client.quit(.stop)
  }
}

extension ScriptedResponse {
  /// A JSON response to requests whose URL fits the pattern.
  fileprivate static func text(_ pattern: String, _ body: String) -> ScriptedResponse {
    let head = ResponseHead(
      status: 200, fields: [ResponseField("Content-Type", "application/json")])
    return ScriptedResponse(nil, pattern, .response(head, body: Array(body.utf8)))
  }
}
