import ClientModel
import Testing

@testable import ClientCore

/// A secret that a server repeats in an address is followed, and seen nowhere.
@Suite struct EchoedSecretsTests {
  private func secrets(_ values: String...) -> EchoedSecrets {
    var secrets = EchoedSecrets()
    let headers = values.map { HeaderField("X-Marked", .secret($0)) }
    secrets.add(.fixture(.get, headers: headers), [:])
    return secrets
  }

  @Test(arguments: [
    ("https://a.test/x?key=p%40ss-word&n=1", "https://a.test/x?key=••••••&n=1"),
    ("https://a.test/p@ss-word/x", "https://a.test/••••••/x"),
    ("https://a.test/%70%40%73s-word", "https://a.test/••••••"),
    ("/x?a=p@ss-word&b=p%40ss-word", "/x?a=••••••&b=••••••"),
    ("https://a.test/pass-word?x=%", "https://a.test/pass-word?x=%"),
    ("", ""),
  ])
  func `a secret is found in every way to write it`(address: String, shown: String) {
    #expect(secrets("p@ss-word").masked(address) == shown)
    #expect(secrets("p@ss-word").areIn(address) == (address != shown))
  }

  @Test func `a space may be a plus, a longer secret hides a shorter one, a tiny one nothing`() {
    #expect(secrets("two words").masked("/?q=two+words&r=two%20words") == "/?q=••••••&r=••••••")
    #expect(secrets("abcdef", "abcdefgh").masked("/abcdefgh/abcdef") == "/••••••/••••••")
    #expect(secrets("abc").masked("/abc") == "/abc")
  }

  @Test func `pieces of a header are found too, a user's name is not`() {
    var secrets = EchoedSecrets()
    secrets.add(
      .fixture(
        .get,
        headers: [
          HeaderField("Authorization", .secret("Bearer token-12345")),
          HeaderField("Cookie", SensitiveText("session=abcdefgh12; a=b")),
        ],
        credentials: .basic(user: .secret("username"), password: .secret("opensesame"))), [:])
    #expect(secrets.masked("/token-12345/Bearer") == "/••••••/Bearer")
    #expect(secrets.masked("/?s=abcdefgh12&u=username") == "/?s=••••••&u=username")
    #expect(secrets.masked("/opensesame") == "/••••••")
  }

  @Test func `a redirect that repeats a secret is followed as it stands and shown masked`()
    async throws
  {
    let target = "https://a.example/in?key=canary%2Dsecret&x=1"
    let bench = Bench { attempt in
      attempt.id.number == 1 ? .response(302, [ResponseField("Location", target)]) : .response(200)
    }
    try await bench.client.start(as: .runner)
    var request = PreparedRequest.fixture(.get)
    request.secretQuery = [HeaderField("key", .secret("canary-secret"))]
    let id = try await bench.client.submit([.fixture(request)])[0]
    _ = try await bench.client.wait(for: [id])
    #expect(bench.transport.begun.last?.request.url == target)
    let attempts = try await bench.client.attempts(of: id)
    #expect(attempts.map(\.displayURL).last == "https://a.example/in?key=••••••&x=1")
    let location = attempts.first?.result?.head?.fields.first("Location")
    #expect(location == "https://a.example/in?key=••••••&x=1")
  }

  @Test func `a body is not carried away in an address that repeats a secret`() async throws {
    let bench = Bench { attempt in
      .response(307, [ResponseField("Location", "http://b.example/?key=canary-secret")])
    }
    try await bench.client.start(as: .runner)
    var request = PreparedRequest.fixture(.post)
    request.body = .bytes([1])
    request.secretQuery = [HeaderField("key", .secret("canary-secret"))]
    let id = try await bench.client.submit([.fixture(request)])[0]
    let job = try #require(await bench.client.wait(for: [id]).first)
    guard case .failed(let failure) = job.state else {
      Issue.record("\(job.state)")
      return
    }
    #expect(failure.kind == .redirectRefused)
    #expect(!"\(failure)".contains("canary"))
  }
}
