import ClientCore
import ClientModel
import Testing

@Suite struct RedirectPolicyTests {
  private func response(_ status: Int, _ locations: String...) -> ResponseHead {
    ResponseHead(status: status, fields: locations.map { ResponseField("Location", $0) })
  }

  private func next(
    _ request: PreparedRequest, _ status: Int, _ location: String
  ) -> PreparedRequest? {
    guard
      case .follow(let next) = RedirectPolicy.decide(
        request, answered: response(status, location), hop: 0)
    else { return nil }
    return next
  }

  @Test(arguments: [
    (301, HTTPMethod.post, HTTPMethod.get), (302, .post, .get), (301, .put, .put),
    (302, .get, .get), (303, .post, .get), (303, .put, .get), (303, .head, .head),
    (303, .delete, .get), (307, .post, .post), (308, .patch, .patch), (302, .head, .head),
  ])
  func `the method changes as RFC 9110 says`(status: Int, from: HTTPMethod, to: HTTPMethod) {
    let request = PreparedRequest.fixture(
      from, headers: [HeaderField("Content-Type", "text/plain"), HeaderField("Accept", "*/*")],
      body: .bytes([1]), key: from == .post ? "k" : nil)
    let next = next(request, status, "/b")
    #expect(next?.method == to)
    #expect(next?.url == "http://a.example/b")
    let hasBody = from == to
    #expect(next?.body == (hasBody ? .bytes([1]) : PreparedBody.none))
    #expect(next?.headers.contains { $0.name == "Content-Type" } == hasBody)
    #expect(next?.headers.contains { $0.name == "Accept" } == true)
    #expect((next?.idempotencyKey != nil) == (hasBody && from == .post))
  }

  @Test(arguments: [
    ("g", "http://a.example/b/c/g"), ("./g/", "http://a.example/b/c/g/"),
    ("/g", "http://a.example/g"), ("?y", "http://a.example/b/c/d;p?y"),
    ("g?y#s", "http://a.example/b/c/g?y"), ("../g", "http://a.example/b/g"),
    ("../../../g", "http://a.example/g"), (".", "http://a.example/b/c/"),
    ("..", "http://a.example/b/"), ("%2e%2e/g", "http://a.example/b/g"),
    ("g;x=1/../y", "http://a.example/b/c/y"), ("a b", "http://a.example/b/c/a%20b"),
    ("é", "http://a.example/b/c/%C3%A9"), ("#s", "http://a.example/b/c/d;p?q"),
    ("http://A.example:80/x", "http://a.example/x"),
  ])
  func `a location is resolved as RFC 3986 says`(location: String, url: String) {
    #expect(next(.fixture(path: "/b/c/d;p?q"), 302, location)?.url == url)
  }

  @Test(arguments: [
    "//b.example/x", "http://b.example", "https://a.example/", "http://a.example:8080/",
    "http://user:pass@b.example/", "http://a.example@b.example/", "http://b.a.example/",
  ])
  func `nothing of one origin goes to another, nor back again`(location: String) {
    let request = secretRequest(.get)
    guard let there = next(request, 302, location) else {
      Issue.record("not followed")
      return
    }
    expectClean(there)
    #expect(!there.url.contains("@"))
    guard let back = next(there, 302, "\(there.origin.scheme)://a.example/") else { return }
    expectClean(back)
  }

  private func expectClean(_ request: PreparedRequest) {
    #expect(request.credentials == nil && request.secretQuery.isEmpty)
    #expect(request.headers.map(\.name) == ["Accept"])
    #expect(request.options.trust.clientCertificate == nil)
    #expect(request.options.trust.clientKey == nil)
    #expect(request.options.trust.verification == .full)
    #expect(request.options.route.unixSocket == nil)
  }

  @Test func `the same origin gets the credentials, but not the old query's secrets`() {
    let next = next(secretRequest(.get), 302, "http://a.example:80/x")
    #expect(next?.credentials != nil)
    #expect(next?.headers.count == 5)
    #expect(next?.secretQuery == [])
  }

  @Test func `a body asks before it goes to another origin`() {
    let request = PreparedRequest.fixture(.post, body: .bytes([1]))
    let decision = RedirectPolicy.decide(
      request, answered: response(307, "http://b.example/in"), hop: 0)
    #expect(decision == .ask(.redirectCarriesBody(to: "http://b.example/in", status: 307)))
    let hop = RedirectPolicy.allowed(request, after: nil, to: "http://b.example/in")
    #expect(hop?.request.body == .bytes([1]) && hop?.number == 1)
  }

  @Test(arguments: [
    "file:///etc/passwd", "gopher://x/", "dict://x/", "ftp://x/", "javascript:alert(1)",
    "http:///x", "http://h\\@evil/", "http://a b/", "http://h:99999/", "http://h:x/",
    "http://%00/", "http://a\r\nEvil: 1/", "//", "http:g",
  ])
  func `what is not a plain web address is refused`(location: String) {
    let decision = RedirectPolicy.decide(.fixture(), answered: response(302, location), hop: 0)
    guard case .refuse(let failure) = decision else {
      Issue.record("\(decision)")
      return
    }
    #expect(failure.kind == .redirectRefused)
  }

  @Test func `https never falls back to http`() {
    var request = PreparedRequest.fixture()
    request.origin = Origin(scheme: "https", host: "a.example", port: 443)
    request.url = "https://a.example/"
    let decision = RedirectPolicy.decide(
      request, answered: response(301, "http://a.example/"), hop: 0)
    guard case .refuse(let failure) = decision else {
      Issue.record("\(decision)")
      return
    }
    #expect(failure.kind == .redirectRefused)
  }

  @Test func `a chain ends at its limit, and none is followed when switched off`() {
    var request = PreparedRequest.fixture()
    request.options.redirects = .follow(atMost: 2)
    #expect(next(request, 302, "/x") != nil)
    guard
      case .refuse(let failure) = RedirectPolicy.decide(
        request, answered: response(302, "/x"), hop: 2)
    else {
      Issue.record("followed")
      return
    }
    #expect(failure.kind == .tooManyRedirects)
    request.options.redirects = .stay
    #expect(RedirectPolicy.decide(request, answered: response(302, "/x"), hop: 0) == .stay)
  }

  @Test func `a response without one clear place is not a redirect to follow`() {
    #expect(RedirectPolicy.decide(.fixture(), answered: response(302), hop: 0) == .stay)
    #expect(RedirectPolicy.decide(.fixture(), answered: response(304, "/x"), hop: 0) == .stay)
    #expect(RedirectPolicy.decide(.fixture(), answered: response(300, "/x"), hop: 0) == .stay)
    let two = RedirectPolicy.decide(.fixture(), answered: response(302, "/x", "/y"), hop: 0)
    guard case .refuse = two else {
      Issue.record("\(two)")
      return
    }
  }
}

/// A request to http://a.example with something secret in every place.
func secretRequest(_ method: HTTPMethod, canary: String = "canary") -> PreparedRequest {
  var request = PreparedRequest.fixture(
    method,
    headers: [
      HeaderField("Authorization", .secret(canary)),
      HeaderField("Cookie", SensitiveText("c=\(canary)")),
      HeaderField("X-Api-Key", SensitiveText(canary)), HeaderField("X-Marked", .secret(canary)),
      HeaderField("Accept", "*/*"),
    ],
    credentials: .bearer(.secret(canary)))
  request.secretQuery = [HeaderField("key", .secret(canary))]
  request.options.trust.clientCertificate = "/c.pem"
  request.options.trust.clientKey = "/k.pem"
  request.options.trust.verification = .insecure
  request.options.route.unixSocket = "/s"
  return request
}
