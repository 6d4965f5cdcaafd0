import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// What requests are made of, and what is done to them on their way.
@Suite(.usesSystem(minutes: 6)) struct RequestRowTests {
  @Test func `R1 a client runs once its store is open and it has the runner lock`()
    async throws
  {
    let server = try RecorderServer()
    let blocked = try TemporaryFolder()
    try blocked.write("state", "a file")
    let refusal = await #expect(throws: Failure.self) { try await LibraryBench(in: blocked) }
    #expect(refusal?.kind == .storage)
    let bench = try await LibraryBench(as: nil)
    let request = try PreparedRequest(to: server.url + "/x")
    let id = try await bench.client.submit([NewJob(request: request, lane: LaneKey(name: "a"))])[0]
    await bench.client.waitUntilIdle()
    #expect(try await bench.client.count(matching: JobQuery(states: [.waiting])) == 1)
    #expect(server.requests.isEmpty)
    #expect(try await bench.client.start(as: .runner) == .mine)
    #expect(try await bench.end(of: id).status == 200)
    // Whoever comes second looks on.
    let second = try await LibraryBench(in: bench.folder, as: nil)
    guard case .held = try await second.client.start(as: .runner) else {
      Issue.record("two clients run one queue")
      return
    }
    await second.client.quit(.drain)
    await bench.client.quit(.drain)
  }

  @Test func `R2 a request is put together part by part and is a GET unless it says otherwise`()
    async throws
  {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    var draft = Draft(url: server.url + "/x")
    draft.query = [DraftField("a", "1 2")]
    draft.headers = [DraftField("X-Extra", "yes")]
    #expect(try await bench.send(draft).status == 200)
    for method in ["POST", "PUT", "DELETE"] {
      draft.method = method
      draft.body = .text("hello", mediaType: "text/plain")
      _ = try await bench.send(draft)
    }
    let requests = server.requests
    #expect(requests.map(\.method) == ["GET", "POST", "PUT", "DELETE"])
    #expect(requests.allSatisfy { $0.target == "/x?a=1%202" && $0.header("X-Extra") == "yes" })
    #expect(
      requests.map { String(decoding: $0.body, as: UTF8.self) } == ["", "hello", "hello", "hello"])
    await bench.client.quit(.drain)
  }

  @Test func `R4 plain members become a GET's query, and other bodies stay bodies`() async throws {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    let gateways = Gateways.api(server.url) { $0.encoding = .query }
    for (method, body) in [
      ("GET", #"{"a": 1, "b": "x y"}"#), ("POST", #"{"a": 1}"#), ("GET", #"{"a": {"deep": 1}}"#),
    ] {
      _ = try await bench.send(
        Draft(method: method, url: "/x", body: .json(body)), through: gateways)
    }
    let requests = server.requests
    #expect(requests.map(\.target) == ["/x?a=1&b=x%20y", "/x", "/x"])
    #expect(
      requests.map { String(decoding: $0.body, as: UTF8.self) }
        == ["", #"{"a": 1}"#, #"{"a": {"deep": 1}}"#])
    #expect(requests.dropFirst().first?.header("Content-Type") == "application/json")
    await bench.client.quit(.drain)
  }

  @Test func `R7 a time limit is the request's own, and by itself nothing comes from a cache`()
    async throws
  {
    let held = try LedgerServer(.written)
    let bench = try await LibraryBench(cache: MemoryCache())
    #expect(TransportOptions().deadlines.firstByte == .seconds(60))
    var draft = Draft(url: held.url + "/slow?hold=slow")
    draft.options.deadlines.firstByte = .milliseconds(100)
    draft.options.retry.attempts = 1
    let end = try await bench.send(draft)
    #expect(end.failure?.kind == .firstByteTimeout)
    held.release("slow")
    let server = try AnsweringServer { _ in
      AnsweringServer.response(200, "{}", "Cache-Control: max-age=600\r\n")
    }
    for _ in 0..<2 {
      #expect(try await bench.send(Draft(url: server.url + "/x")).source == .network)
    }
    #expect(server.requests.count == 2)
    await bench.client.quit(.drain)
  }

  @Test func `R8 a gateway's headers go with every request, and a request's own win`() async throws
  {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    let gateways = Gateways.api(server.url) {
      $0.defaults.headers = [DraftField("X-Client", "weir"), DraftField("X-Lang", "en")]
    }
    for headers in [[], [DraftField("x-lang", "fr")]] {
      _ = try await bench.send(Draft(url: "/x", headers: headers), through: gateways)
    }
    let langs = server.requests.map { request in
      request.headers.filter { $0.name.lowercased() == "x-lang" }.map(\.value)
    }
    #expect(langs == [["en"], ["fr"]])
    #expect(server.requests.allSatisfy { $0.header("X-Client") == "weir" })
    await bench.client.quit(.drain)
  }

  @Test func `B10 method, address, fields, encoding and headers make a request`() async throws {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    let gateways = Gateways.api(server.url) { $0.encoding = .form }
    let fields = #"{"name": "a b", "n": 1}"#
    let draft = Draft(
      method: "POST", url: "/users", headers: [DraftField("X-Extra", "1")], body: .json(fields))
    _ = try await bench.send(draft, through: gateways)
    _ = try await bench.send(
      Draft(url: "/users", query: [DraftField("name", "a b")]), through: gateways)
    let requests = server.requests
    #expect(
      requests.map { "\($0.method) \($0.target)" } == ["POST /users", "GET /users?name=a%20b"])
    let posted = try #require(requests.first)
    #expect(String(decoding: posted.body, as: UTF8.self) == "name=a+b&n=1")
    #expect(posted.header("Content-Type") == "application/x-www-form-urlencoded")
    #expect(posted.header("X-Extra") == "1")
    await bench.client.quit(.drain)
  }

  @Test func `B11 files go out with key, name and type beside plain and structured fields`()
    async throws
  {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    let path = try bench.folder.write("photo.png", "not really")
    let parts = [
      DraftPart(name: "picture", path: path),
      DraftPart(name: "other", path: path, fileName: "b.bin", mediaType: "application/x-b"),
      DraftPart(name: "title", value: "é"), DraftPart(name: "tags", value: #"["x", {"y": 1}]"#),
    ]
    let draft = Draft(method: "POST", url: server.url + "/up", body: .multipart(parts))
    #expect(try await bench.send(draft).status == 200)
    let request = try #require(server.requests.first)
    let type = try #require(request.header("Content-Type"))
    let boundary = try #require(type.split(separator: "boundary=").last)
    let text = String(decoding: request.body, as: UTF8.self)
    let pieces = text.split(separator: "--\(boundary)").map(String.init)
    #expect(pieces.count == 5 && pieces.last == "--\r\n")
    func piece(_ name: String) -> String { pieces.first { $0.contains("name=\"\(name)\"") } ?? "" }
    #expect(piece("picture").contains("filename=\"photo.png\"\r\nContent-Type: image/png"))
    #expect(piece("picture").hasSuffix("\r\n\r\nnot really\r\n"))
    #expect(piece("other").contains("filename=\"b.bin\"\r\nContent-Type: application/x-b"))
    #expect(piece("title").hasSuffix("\r\n\r\né\r\n") && !piece("title").contains("filename"))
    #expect(piece("tags").hasSuffix("\r\n\r\n[\"x\", {\"y\": 1}]\r\n"))
    await bench.client.quit(.drain)
  }
}
