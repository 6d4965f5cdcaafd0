import ClientModel
import Testing

@testable import ClientCore

/// What is stored of a request that a stage on dispatch changed.
struct DispatchChangesTests {
  /// What is stored of each attempt of a request that goes through one stage.
  private func late(
    _ request: PreparedRequest, redirected: Bool = false,
    _ change: @escaping @Sendable (inout PreparedRequest) -> Void
  ) async throws -> [Processing] {
    let stage = ClosurePreparer("stage") { request in
      var request = request
      change(&request)
      return request
    }
    let bench = Bench(middleware: Middleware(onDispatch: [stage])) { attempt in
      redirected && attempt.id.number == 1
        ? .response(307, [ResponseField("Location", "/next")]) : .response(200)
    }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture(request)])
    _ = try await bench.client.wait(for: ids)
    return try await bench.storage.attempts(of: ids[0]).compactMap { $0.result?.processing }
  }

  private var request: PreparedRequest {
    .fixture(
      .post, path: "/a?x=1&y=2",
      headers: [HeaderField("X-Old", "1"), HeaderField("X-Same", "2"), HeaderField("X-Two", "a")],
      body: .text("hello"))
  }

  @Test func `method and address are stored as sent, new query values as dots`() async throws {
    let attempts = try await late(request) { request in
      request.method = .put
      request.url = "http://a.example/b?x=1&y=3&sign=s3cret&flag"
    }
    let mask = Secret.mask
    #expect(
      attempts.map(\.late)
        == [
          DispatchChanges(
            method: .put,
            displayURL: "http://a.example/b?x=1&y=\(mask)&sign=\(mask)&\(mask)")
        ])
    #expect(attempts[0].lateHeaders.isEmpty)
  }

  @Test func `headers that were taken away are named, and those that were set`() async throws {
    let attempts = try await late(request) { request in
      request.headers.removeAll { $0.name != "X-Same" }
      request.headers.append(HeaderField("x-two", "b"))
    }
    #expect(attempts.map(\.late) == [DispatchChanges(removedHeaders: ["X-Old"])])
    #expect(attempts.map(\.lateHeaders) == [["X-Two"]])
  }

  @Test func `of several fields of one name none is shown that may not have gone out`() async throws
  {
    var request = request
    request.headers.append(HeaderField("X-Two", "b"))
    let attempts = try await late(request) { request in
      request.headers.removeAll { $0.name == "X-Two" && $0.value.plain == "a" }
    }
    #expect(attempts.map(\.late) == [DispatchChanges(removedHeaders: ["X-Two"])])
    #expect(attempts.map(\.lateHeaders) == [["X-Two"]])
  }

  @Test func `another body and none are distinguished, and what passed is not reported`()
    async throws
  {
    let other = try await late(request) { $0.body = .text("secret") }
    #expect(other.map(\.late) == [DispatchChanges(body: .replaced)])
    let none = try await late(request) { $0.body = .none }
    #expect(none.map(\.late) == [DispatchChanges(body: .removed)])
    #expect(try await late(request) { _ in }.map(\.late) == [DispatchChanges()])
  }

  @Test func `a redirect stores the changes of headers and body, not of method and address`()
    async throws
  {
    let attempts = try await late(request, redirected: true) { request in
      guard request.url.contains("x=1") else { return }
      request.method = .put
      request.url = "http://a.example/a/b"
      request.body = .text("other")
      request.headers.removeAll { $0.name == "X-Old" }
    }
    #expect(
      attempts.map(\.late)
        == [
          DispatchChanges(
            method: .put, displayURL: "http://a.example/a/b", body: .replaced,
            removedHeaders: ["X-Old"]),
          DispatchChanges(body: .replaced, removedHeaders: ["X-Old"]),
        ])
  }
}
