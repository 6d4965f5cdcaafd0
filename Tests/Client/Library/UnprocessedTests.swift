import ClientCore
import ClientHTTP
import ClientMemory
import ClientModel
import TestSupport
import TestTraits
import Testing

/// Requests that an HTTP/2 server says it did not process are sent again, and only those (RFC 9113, sections 6.8
/// and 8.7).
@Suite(.usesSystem(minutes: 5)) struct UnprocessedTests {
  /// A client before a server that rotates its connections.
  private struct Rig {
    let server: RotatingHTTP2Server
    let client: Client
    let lane = LaneKey(name: "rotating")
    var path = "/p"
    /// The value of a header of each request.
    var note = ""
    private let front: TLSFront
    private let authority: CertificateAuthority

    init(_ server: RotatingHTTP2Server, limit: Int = 6) async throws {
      self.server = server
      authority = try CertificateAuthority()
      front = try TLSFront(
        before: [server.port], authority.issue("server"), speaking: .http2)
      client = Client(
        storage: MemoryStorage(clock: SystemClock(), bodyFolder: "/nonexistent"),
        transport: CurlTransport(), options: ClientOptions(firstPause: .milliseconds(20)))
      try await client.start(as: .runner)
      try await client.setLimit(limit, of: lane)
    }

    func request(_ method: String, body: String, attempts: Int = 4) throws -> PreparedRequest {
      var draft = Draft(method: method, url: "https://localhost:\(front.ports[0])\(path)")
      if !note.isEmpty { draft.headers = [DraftField("X-Note", note)] }
      if !body.isEmpty { draft.body = .text(body, mediaType: "text/plain") }
      var request = try PreparedRequest(draft)
      request.options.retry = RetryRule(attempts: attempts)
      request.options.route.version = .http2
      request.options.trust.authorities = authority.certificate
      return request
    }

    /// Runs requests with these bodies to their ends.
    func run(
      _ bodies: [String], by method: String = "POST", attempts: Int = 4
    ) async throws -> [Job] {
      let ids = try await client.submit(
        bodies.map {
          NewJob(request: try request(method, body: $0, attempts: attempts), lane: lane)
        })
      return try await client.wait(for: ids)
    }
  }

  private static let bodies = (1...20).map { "body \($0)" }

  private func expectOnce(_ bodies: [String], _ jobs: [Job], at server: RotatingHTTP2Server) {
    #expect(jobs.allSatisfy { $0.state == .succeeded }, "\(jobs.map(\.state))")
    #expect(server.processed.sorted() == bodies.map { String($0.prefix(40)) }.sorted())
  }

  @Test(arguments: [
    (1, RotatingHTTP2Server.Refusal.goAway(code: 0)), (3, .goAway(code: 0)),
    (5, .goAway(code: 11)), (3, .gracefulGoAway), (2, .goAway(code: 2)), (3, .repeatedGoAway),
    (3, .goAway(code: 0, debug: "received GOAWAY, error=0, last_stream=1")),
  ])
  func `each POST to a server that rotates its connections is processed once`(
    streams: Int, refusal: RotatingHTTP2Server.Refusal
  ) async throws {
    let server = try RotatingHTTP2Server(processing: streams, then: refusal)
    let rig = try await Rig(server)
    expectOnce(Self.bodies, try await rig.run(Self.bodies), at: server)
  }

  @Test(arguments: ["PATCH", "PUT", "DELETE"])
  func `each request of another method with a body is processed once`(method: String) async throws {
    let server = try RotatingHTTP2Server(processing: 3, then: .goAway(code: 0))
    let rig = try await Rig(server)
    expectOnce(Self.bodies, try await rig.run(Self.bodies, by: method), at: server)
  }

  @Test(arguments: [Self.bodies, Array(repeating: "", count: 8)])
  func `each POST to a server that goes away before the first stream is processed once`(
    bodies: [String]
  ) async throws {
    let server = try RotatingHTTP2Server(processing: 0, then: .goAway(code: 0), refusing: 2)
    let rig = try await Rig(server)
    expectOnce(bodies, try await rig.run(bodies), at: server)
    #expect(server.refused > 0)
  }

  @Test func `a POST that is refused while it is sent is sent again`() async throws {
    let bodies = (1...3).map { "\($0) " + String(repeating: "x", count: 200_000) }
    let server = try RotatingHTTP2Server(processing: 0, then: .refusedUpload, refusing: 2)
    let rig = try await Rig(server, limit: 1)
    expectOnce(bodies, try await rig.run(bodies), at: server)
    #expect(server.refused == 2)
  }

  @Test func `a POST that was refused and then lost is interrupted, and not sent again`()
    async throws
  {
    let server = try RotatingHTTP2Server(
      processing: 0, then: .goAway(code: 0), refusing: 1, afterwards: .die)
    let rig = try await Rig(server, limit: 1)
    let jobs = try await rig.run(["x"])
    #expect(jobs.map(\.state.word) == [.interrupted])
    #expect(server.refused == 1 && server.processed == ["x"])
  }

  /// libcurl reports the request's own URL and headers as it reports a refusal.
  @Test(arguments: [
    ("/p?q=REFUSED_STREAM", ""), ("/p?q=GOAWAY,last_stream=0", ""),
    ("/p", "received GOAWAY, error=0, last_stream=0"), ("/p", "REFUSED_STREAM"),
  ])
  func `a request that has the words of a refusal is not taken for a refused one`(
    path: String, note: String
  ) async throws {
    let server = try RotatingHTTP2Server(
      processing: 3, then: .goAway(code: 0), refusing: 1, last: .isDropped)
    var rig = try await Rig(server, limit: 3)
    (rig.path, rig.note) = (path, note)
    let jobs = try await rig.run(Array(Self.bodies.prefix(3)))
    #expect(jobs.count { $0.state.word == .interrupted } >= 1, "\(jobs.map(\.state))")
    #expect(Set(server.processed).count == server.processed.count, "\(server.processed)")
  }

  /// libcurl reports a refused stream of a connection that other requests use as a connection that died.
  @Test func `a POST refused on a connection in use is interrupted and never processed twice`()
    async throws
  {
    let server = try RotatingHTTP2Server(processing: 2, then: .refusedStream, refusing: 1)
    let rig = try await Rig(server)
    let jobs = try await rig.run(Self.bodies)
    #expect(jobs.allSatisfy { [.succeeded, .interrupted].contains($0.state.word) })
    #expect(Set(server.processed).count == server.processed.count)
    #expect(server.processed.count == jobs.count { $0.state.word == .succeeded })
  }

  @Test func `a body that is on its way when the server goes away is sent again`() async throws {
    let bodies = (1...6).map { "\($0) " + String(repeating: "x", count: 200_000) }
    let server = try RotatingHTTP2Server(processing: 2, then: .goAway(code: 0))
    let rig = try await Rig(server)
    expectOnce(bodies, try await rig.run(bodies), at: server)
  }

  @Test func `a request that was not processed takes no attempt of its rule`() async throws {
    let server = try RotatingHTTP2Server(processing: 2, then: .goAway(code: 0))
    let rig = try await Rig(server)
    let jobs = try await rig.run(Self.bodies, attempts: 1)
    expectOnce(Self.bodies, jobs, at: server)
    #expect(server.refused == 0 || jobs.contains { $0.attempts > 1 })
    #expect(jobs.allSatisfy { $0.seriesAttempts == 1 })
  }

  @Test func `a GET above the last stream is no retry either`() async throws {
    let server = try RotatingHTTP2Server(processing: 1, then: .goAway(code: 0))
    let rig = try await Rig(server)
    // More than a host's budget of retries in a minute.
    let jobs = try await rig.run(Array(repeating: "", count: 30), by: "GET", attempts: 1)
    #expect(jobs.allSatisfy { $0.state == .succeeded }, "\(jobs.map(\.state))")
    #expect(server.processed.count == 30)
  }

  @Test func `a POST that the last stream counts is interrupted, and not sent again`() async throws
  {
    let server = try RotatingHTTP2Server(
      processing: 3, then: .goAway(code: 0), refusing: 1, last: .isDropped)
    let rig = try await Rig(server, limit: 3)
    let jobs = try await rig.run(Array(Self.bodies.prefix(3)))
    #expect(jobs.count { $0.state.word == .interrupted } >= 1, "\(jobs.map(\.state))")
    #expect(Set(server.processed).count == server.processed.count)
  }

  @Test func `a POST whose stream broke is interrupted`() async throws {
    let server = try RotatingHTTP2Server(processing: 1, then: .internalError, refusing: 1)
    let rig = try await Rig(server, limit: 1)
    let jobs = try await rig.run(["first", "second"])
    #expect(jobs.map(\.state.word) == [.succeeded, .interrupted])
    #expect(server.processed == ["first"])
  }

  @Test(arguments: ["POST", "GET"])
  func `a server that refuses each stream is asked seven times, and the job fails`(
    method: String
  ) async throws {
    let server = try RotatingHTTP2Server(processing: 0, then: .refusedStream)
    let rig = try await Rig(server)
    let jobs = try await rig.run(["x"], by: method)
    guard case .failed(let failure) = jobs[0].state else {
      Issue.record("\(jobs[0].state)")
      return
    }
    #expect(failure.kind == .unprocessed)
    #expect(server.refused == 7)
  }
}
