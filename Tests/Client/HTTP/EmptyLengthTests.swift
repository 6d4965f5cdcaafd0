import ClientCore
import ClientHTTP
import ClientModel
import TestSupport
import TestTraits
import Testing

/// A request without a body states the length 0 where its method anticipates one (RFC 9110, section 8.6).
@Suite(.usesSystem) struct EmptyLengthTests {
  @Test(
    arguments: HTTPMethod.common + ["PROPFIND", "REPORT", "PURGE"].compactMap { HTTPMethod($0) })
  func `the methods that anticipate content state its length, and no others`(method: HTTPMethod)
    async throws
  {
    let nginx = try await onOwnThread { try NginxServer() }
    var options = TransportOptions()
    options.trust.authorities = nginx.authority.certificate
    let states = ["POST", "PUT", "PATCH", "QUERY", "PROPFIND", "REPORT"].contains(method.rawValue)
    let traffic = try Traffic()
    for (url, version) in [(nginx.plain, ResponseHead.Version.http11), (nginx.secure, .http2)] {
      let finish = await traffic.send(.fixture(method, url + "/length", options: options))
      // nginx refuses TRACE, and sends no body for HEAD.
      guard finish.status == 200, method != .head else { continue }
      #expect(finish.text == "\(method) length:\(states ? "0" : "")")
      #expect(finish.result.head?.version == version)
    }
  }

  @Test(arguments: [HTTPMethod.get, .head, .delete, .post, .options])
  func `a length that is given is sent, and one that is left out is not`(method: HTTPMethod)
    async throws
  {
    let server = try RecorderServer()
    let traffic = try Traffic()
    for (value, wanted) in [("0", "0"), ("", nil)] as [(String, String?)] {
      let finish = await traffic.send(
        .fixture(method, server.url, headers: [("content-length", value)]))
      #expect(finish.status == 200)
      let request = server.takeAll().first
      #expect(request?.header("Content-Length") == wanted)
      #expect(
        request?.headers.count { $0.name.lowercased() == "content-length" }
          == (wanted == nil ? 0 : 1))
    }
  }

  @Test(arguments: [HTTPMethod.get, .post, .put, .delete])
  func `an empty body has its length once`(method: HTTPMethod) async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    let url = server.url
    for authorization in [nil, Authentication<String>.basic(user: "u", password: "p")] {
      let finish = await traffic.send(
        .fixture(method, url, body: .bytes([]), authorization: authorization))
      #expect(finish.status == 200)
      let lengths = server.takeAll()[0].headers.filter { $0.name.lowercased() == "content-length" }
      #expect(lengths.map(\.value) == ["0"])
    }
  }

  @Test(arguments: [HTTPMethod.post, .put, .get])
  func `a chunked request without a body ends with its last chunk`(method: HTTPMethod) async throws
  {
    let server = try RecorderServer()
    let traffic = try Traffic()
    for body in [WireRequest.Body.none, .bytes([])] {
      let finish = await traffic.send(
        .fixture(method, server.url, headers: [("Transfer-Encoding", "chunked")], body: body))
      #expect(finish.status == 200)
      let request = try #require(server.takeAll().first)
      #expect(request.method == method.rawValue && request.body == [])
      #expect(request.raw.suffix(5) == Array("0\r\n\r\n".utf8)[...])
      #expect(request.header("Content-Type") == nil && request.header("Expect") == nil)
    }
  }

  @Test func `another length than that of the body is refused`() async throws {
    let finish = try await Traffic().send(
      .fixture(.post, "http://127.0.0.1:1/", headers: [("Content-Length", "5")]))
    #expect(finish.failure?.kind == .invalidRequest)
  }
}
