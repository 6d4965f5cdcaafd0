import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// What arrives at a server that records every byte.
@Suite(.usesSystem(minutes: 5)) struct SendingTests {
  @Test(arguments: HTTPMethod.common + [HTTPMethod("PURGE")].compactMap { $0 })
  func `every method goes out under its own name`(method: HTTPMethod) async throws {
    let server = try RecorderServer()
    let finish = try await Traffic().send(.fixture(method, server.url + "/x"))
    #expect(finish.status == 200)
    #expect(server.requests.map(\.method) == [method.rawValue])
    #expect(server.requests.first?.body == [])
  }

  @Test func `order, spelling and repeats of headers are preserved`() async throws {
    let server = try RecorderServer()
    let headers = [("X-b", "1"), ("x-A", "2"), ("X-b", "3"), ("X-Empty", "")]
    _ = try await Traffic().send(
      .fixture(server.url, headers: headers.map { (name: $0.0, value: $0.1) }))
    let own = server.requests.first?.headers.filter { $0.name.lowercased().hasPrefix("x-") } ?? []
    #expect(own.map(\.name) == headers.map(\.0))
    #expect(own.map(\.value) == headers.map(\.1))
  }

  @Test func `defaults are sent, replaced and left out`() async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    _ = await traffic.send(.fixture(server.url))
    _ = await traffic.send(.fixture(server.url, headers: [("User-Agent", "me"), ("Accept", "")]))
    let requests = server.requests
    #expect(requests[0].header("User-Agent") == "weir/0.1.0")
    #expect(requests[0].header("Accept") == "*/*")
    #expect(requests[0].header("Accept-Encoding") == "deflate, gzip, br, zstd")
    #expect(requests[1].header("User-Agent") == "me")
    #expect(requests[1].header("Accept") == nil)
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
  func `bytes arrive with their exact length`(method: HTTPMethod) async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    for count in [0, 1, 70_000] {
      let bytes = LedgerServer.pattern(count)
      let finish = await traffic.send(.fixture(method, server.url, body: .bytes(bytes)))
      let request = try #require(server.takeAll().first)
      #expect(request.body == bytes)
      #expect(request.header("Content-Length") == "\(count)")
      #expect(request.header("Content-Type") == nil)
      #expect(request.method == method.rawValue)
      let counts = finish.result.transfer
      #expect(counts.requestBody == ByteCount(count))
      #expect(counts.requestHeaders == ByteCount(request.raw.count - count))
    }
  }

  @Test func `multipart streams fields and files between its boundary`() async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    let content = LedgerServer.pattern(300_000)
    let file = try FileReference.now(traffic.folder.write("part", content))
    let parts: [WireRequest.Part] = [
      .init(name: "a\"b", content: .bytes(Array("one".utf8)), fileName: nil, mediaType: nil),
      .init(name: "f", content: .file(file), fileName: "p.bin", mediaType: "x/y"),
    ]
    _ = await traffic.send(
      .fixture(.post, server.url, body: .multipart(boundary: "cut", parts: parts)))
    let request = try #require(server.requests.first)
    let start =
      "--cut\r\nContent-Disposition: form-data; name=\"a%22b\"\r\n\r\none\r\n--cut\r\n"
      + "Content-Disposition: form-data; name=\"f\"; filename=\"p.bin\"\r\nContent-Type: x/y\r\n\r\n"
    #expect(request.body == Array(start.utf8) + content + Array("\r\n--cut--\r\n".utf8))
    #expect(request.header("Content-Type") == "multipart/form-data; boundary=cut")
    #expect(request.header("Content-Length") == "\(request.body.count)")
  }

  @Test func `a file that changed since is not sent`() async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    var file = try FileReference.now(traffic.folder.write("f", "text"))
    _ = await traffic.send(.fixture(.put, server.url, body: .file(file)))
    file.modified += 1
    let changed = await traffic.send(.fixture(.put, server.url, body: .file(file)))
    file.path = "/dev/zero"
    let device = await traffic.send(.fixture(.put, server.url, body: .file(file)))
    #expect(server.requests.map(\.body) == [Array("text".utf8)])
    #expect(changed.failure?.kind == .fileChanged)
    #expect(changed.facts.sent == .nothing)
    #expect(device.failure?.kind == .fileUnreadable)
  }

  @Test func `a response reports its times, sizes and address`() async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    let first = await traffic.send(.fixture(server.url)).result
    let second = await traffic.send(.fixture(server.url)).result
    #expect(first.connection.address == "127.0.0.1:\(server.port)")
    #expect(first.connection.use == .fresh)
    #expect(first.timings.connected != nil)
    #expect(first.timings.firstByte != nil)
    #expect(second.connection.use == .reused)
    #expect(second.timings.connected == nil)
    #expect(
      first.transfer.requestHeaders.bytes == server.requests.first.map { Int64($0.raw.count) })
    #expect(first.transfer.responseBody == first.body.length)
  }

  @Test(arguments: ["", "HTTP/1.1 103 Early Hints\r\n\r\n"])
  func `the first byte is the response's, also where a body was sent`(hints: String) async throws {
    let pause = Duration.milliseconds(80)
    let server = try ConnectionServer { connection in
      while connection.takeRequest() != nil {
        connection.send(hints)
        _ = connection.peerCloses(within: pause)
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    let traffic = try Traffic()
    let url = "http://127.0.0.1:\(server.port)/"
    for method in [HTTPMethod.get, .post, .put] {
      let body: WireRequest.Body = method == .get ? .none : .bytes(Array("a=1".utf8))
      let timings = await traffic.send(.fixture(method, url, body: body)).result.timings
      let firstByte = try #require(timings.firstByte, "\(method)")
      #expect(firstByte >= pause, "\(method)")
      #expect(firstByte <= timings.total ?? .zero, "\(method)")
    }
  }

  @Test func `trailers are stored beside the head`() async throws {
    let server = try RecorderServer(
      response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
        + "5\r\nhello\r\n0\r\nX-Sum: abc\r\nContent-Type: text/evil\r\n\r\n")
    let finish = try await Traffic().send(.fixture(server.url))
    #expect(finish.text == "hello")
    #expect(
      finish.result.trailers == [.init("X-Sum", "abc"), .init("Content-Type", "text/evil")])
    #expect(finish.result.head?.fields.first("X-Sum") == nil)
    #expect(finish.result.head?.mediaType == nil)
  }

  @Test func `basic, bearer and the jar-less cookie go as headers`() async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    _ = await traffic.send(
      .fixture(
        server.url, headers: [("Cookie", "a=1")],
        authorization: .basic(user: "u", password: "p:q")))
    _ = await traffic.send(.fixture(server.url, authorization: .bearer("tok")))
    #expect(server.requests[0].header("Authorization") == "Basic dTpwOnE=")
    #expect(server.requests[0].header("Cookie") == "a=1")
    #expect(server.requests[1].header("Authorization") == "Bearer tok")
  }
}
