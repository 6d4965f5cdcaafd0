import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

@testable import ClientHTTP

/// What may not get to the wire (F4, T5, T6).
@Suite(.usesSystem) struct RequestCheckTests {
  private static let url = "http://127.0.0.1:9/x"

  /// What is wrong with it, whether or not the usual address was found right before.
  private func fault(_ request: WireRequest) -> String? {
    let first = fault(request, known: nil)
    #expect(fault(request, known: KnownAddress(.fixture(Self.url))) == first)
    return first
  }

  private func fault(_ request: WireRequest, known: KnownAddress?) -> String? {
    var known = known
    do throws(Failure) {
      try HTTPRequestCheck(request: request).run(known: &known)
      return nil
    } catch {
      #expect(error.kind == .invalidRequest)
      #expect(!error.why.isEmpty && !error.whatToDo.isEmpty)
      return error.what
    }
  }

  @Test func `a plain request passes`() { #expect(fault(.fixture(Self.url)) == nil) }

  /// A request whose URL and origin were read differently.
  @Test(arguments: [
    ("http://127.0.0.1:9/", Origin(scheme: "http", host: "127.0.0.1", port: 10)),
    ("http://127.0.0.1:9/", Origin(scheme: "https", host: "127.0.0.1", port: 9)),
    ("http://a.example/\u{301}@b.example/", Origin(scheme: "http", host: "b.example", port: 80)),
    ("http://[fe80::1%25eth0]/", Origin(scheme: "http", host: "fe80::1%eth1", port: 80)),
  ])
  func `a URL that libcurl reads otherwise is refused, both origins named`(
    url: String, announced: Origin
  ) throws {
    var request = WireRequest.fixture(url)
    request.origin = announced
    var known: KnownAddress?
    do throws(Failure) {
      try HTTPRequestCheck(request: request).run(known: &known)
      Issue.record("it passed")
    } catch {
      #expect(error.why.contains("\(announced)"), "\(error.why)")
      let actual = try RequestURL.absolute(url).origin
      #expect(error.why.contains("\(actual)"), "\(error.why)")
    }
    #expect(known == nil)
  }

  @Test(arguments: [
    "http://[fe80::1%25lo]:9/", "http://[2001:db8::1]/", "https://xn--bcher-kva.de/",
  ])
  func `a URL that both read alike passes`(url: String) throws {
    var request = WireRequest.fixture(url)
    request.origin = try RequestURL.absolute(url).origin
    var known: KnownAddress?
    try HTTPRequestCheck(request: request).run(known: &known)
  }

  @Test(arguments: ["a b", "x:", "", "é", "a\r\nb", "a\0"])
  func `a bad header name is refused and named`(name: String) {
    #expect(fault(.fixture(Self.url, headers: [(name, "v")]))?.contains("header name") == true)
  }

  @Test(arguments: ["x\r\nEvil: 1", "x\ny", "x\ry", "x\0y", "\u{7F}"])
  func `a bad header value is refused and named`(value: String) {
    #expect(fault(.fixture(Self.url, headers: [("X-A", value)]))?.contains("X-A") == true)
    #expect(fault(.fixture(Self.url, headers: [("Cookie", value)]))?.contains("Cookie") == true)
    let bearer = fault(.fixture(Self.url, authorization: .bearer(value)))
    #expect(bearer?.contains("bearer token") == true)
  }

  @Test func `a bad media type in a part is refused and named`() {
    let part = WireRequest.Part(
      name: "p", content: .bytes([]), fileName: nil, mediaType: "a/b\r\nEvil: 1")
    let body = WireRequest.Body.multipart(boundary: "b", parts: [part])
    #expect(fault(.fixture(.post, Self.url, body: body))?.contains("part \"p\"") == true)
  }

  @Test(arguments: [
    "ftp://127.0.0.1:9/", "http://u:p@127.0.0.1:9/", "http://127.0.0.1:9/ x",
    "http://127.0.0.1:9/\r\n",
    "http://127.0.0.1:8/", "http://127.0.0.2:9/", "https://127.0.0.1:9/", "file:///etc/passwd", "",
    "http://127.0.0.1:9@evil.test/", "http://127.0.0.1:90/", "http://127.0.0.1:9.evil.test/",
    "http://evil.test\\@127.0.0.1:9/",
  ])
  func `a URL that leads elsewhere than announced is refused`(url: String) {
    var request = WireRequest.fixture(Self.url)
    request.url = url
    #expect(fault(request)?.contains("URL") == true)
  }

  @Test func `a number in another guise is the same host`() {
    var request = WireRequest.fixture(Self.url)
    request.url = "http://0x7f.1:9/x"
    #expect(fault(request) == nil)
  }

  @Test func `a refused request finishes without a connection`() async throws {
    let server = try RecorderServer()
    let finish = try await Traffic().send(.fixture(server.url, headers: [("X", "a\nb")]))
    #expect(finish.failure?.kind == .invalidRequest)
    #expect(finish.facts.sent == .nothing)
    #expect(server.requests.isEmpty)
  }
}
