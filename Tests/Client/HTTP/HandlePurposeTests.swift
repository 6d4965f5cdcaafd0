import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

@testable import ClientHTTP

/// Handles that serve one request after another.
@Suite(.usesSystem(minutes: 5)) struct HandlePurposeTests {
  /// Each differs from its neighbours in one thing; every second one is the plain request again.
  private static func series(_ url: String) -> [WireRequest] {
    let plain = WireRequest.fixture(url + "/a?n=1", headers: [("X-A", "1")])
    var others: [WireRequest] = [
      .fixture(url + "/b?n=2", headers: [("X-A", "1")]),
      .fixture(url + "/a", headers: [("X-A", "2")]),
      .fixture(url + "/a", headers: [("X-B", "1"), ("X-A", "1")]),
      .fixture(.head, url + "/a", headers: [("X-A", "1")]),
      .fixture(.delete, url + "/a", headers: [("X-A", "1")]),
      .fixture(.put, url + "/a", headers: [("X-A", "1")], body: .bytes([1, 2])),
      .fixture(.post, url + "/a", headers: [("X-A", "1")], body: .bytes([3])),
      .fixture(url + "/a", headers: [("X-A", "1")], authorization: .bearer("token")),
      .fixture(url + "/a", headers: [("X-A", "1"), ("User-Agent", "me")]),
    ]
    var uncoded = plain
    uncoded.options.codings = .none
    others.append(uncoded)
    return [plain, plain] + others.flatMap { [$0, plain] }
  }

  @Test func `what goes out is what a fresh handle would send`() async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    for request in Self.series(server.url) {
      _ = await traffic.send(request)
      let reused = try #require(server.takeAll().first)
      _ = try await Traffic().send(request)
      let fresh = try #require(server.takeAll().first)
      #expect(reused.raw == fresh.raw, "\(request.method) \(request.url) \(request.headers)")
    }
  }

  @Test func `only another path or query is the same purpose`() throws {
    let url = "http://127.0.0.1:9"
    func attempt(_ request: WireRequest, jar: CookieJarKey? = nil) -> OutgoingAttempt {
      OutgoingAttempt(
        id: AttemptID(job: JobID(1), number: 1), request: request,
        body: NewBody(localFile: ""), cookies: jar.map { OutgoingCookies(jar: $0) })
    }
    let all = Self.series(url)
    let purpose = try #require(HandlePurpose(attempt(all[0])))
    let served = all.count { purpose.serves(attempt($0)) }
    #expect(served == 2 + 10 + 1)
    #expect(!purpose.serves(attempt(all[0], jar: CookieJarKey(workspace: "w"))))
    var elsewhere = all[0]
    elsewhere.origin = Origin(scheme: "http", host: "127.0.0.1", port: 10)
    #expect(!purpose.serves(attempt(elsewhere)))
  }
}
