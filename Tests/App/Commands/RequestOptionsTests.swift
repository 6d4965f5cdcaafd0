import ClientModel
import Testing

@testable import weir

/// What the options of `send` and `queue add` say of a request.
struct RequestOptionsTests {
  private func order(_ words: String...) throws -> RequestArguments { try order(words) }

  private func order(_ words: [String]) throws -> RequestArguments {
    try QueueAddCommand.parse(words).requestWords()
  }

  private func problem(_ words: String...) -> String? {
    do {
      _ = try order(words)
      return nil
    } catch {
      return (error as? UsageProblem)?.what
    }
  }

  @Test func `a request without options has the defaults`() throws {
    var expected = RequestArguments(arguments: ["https://a.example"])
    expected.transport.cookies = .jar
    #expect(try order("https://a.example") == expected)
  }

  @Test func `options reach what they are about`() throws {
    let order = try order(
      "https://a.example", "--form", "--snapshot", "--poll", "--http2", "--no-cookies", "-k",
      "--unix-socket", "/s", "--resolve", "a:1:b")
    #expect(order.bodyForm == .form && order.fileCopy == .snapshot && order.remote == .standard)
    #expect(order.transport.route.version == .http2 && order.transport.cookies == .off)
    #expect(order.transport.route.unixSocket == "/s" && order.transport.route.resolve == ["a:1:b"])
    #expect(order.transport.trust.verification == .insecure)
  }

  @Test func `a proxy with credentials is a secret, another is shown`() throws {
    #expect(try order("u", "--proxy", "http://p:1").transport.route.proxy?.plain == "http://p:1")
    #expect(try order("u", "--proxy", "http://a:b@p:1").transport.route.proxy?.plain == nil)
  }

  @Test func `media type and credentials are those of an endpoint`() throws {
    #expect(problem("u", "--media-type", "text/plain") == "--media-type needs an endpoint.")
    #expect(problem("u", "--security", "key") == "--security needs an endpoint.")
    let choice = try order("--endpoint", "shop#list", "--security", "key").choice
    #expect(choice == EndpointChoice(mediaType: nil, security: "key"))
  }

  @Test func `an assertion is read before anything is sent, unless a template is in it`() throws {
    #expect(
      problem("u", "--assert", "status maybe")?.hasPrefix(
        "`status maybe` is not a valid assertion.") == true)
    #expect(try order("u", "--assert", "status {{code}}").assertions == ["status {{code}}"])
  }

  @Test func `a pin and a media type to read are checked`() {
    #expect(problem("u", "--pin", "sha1//x") == "--pin sha1//x is not a public key pin.")
    #expect(problem("u", "--parse", "yes/no/maybe") != nil)
    #expect(problem("u", "--parse", "off") == nil)
  }
}
