import ClientCore
import ClientHTTP
import ClientModel
import TestTraits
import Testing

/// Stub responses in front of another transport.
@Suite(.usesSystem(minutes: 5)) struct StubTransportTests {
  private let routes: [StubRoute] = [
    StubRoute(
      method: "GET", base: "https://api.test/v1", path: "/hello/{name}",
      ending: .response(StubReply(status: 418, body: #"{"hello": "{{path.name}}"}"#))),
    StubRoute(base: "https://api.test/v1", path: "/drop", ending: .failure(.drop)),
    StubRoute(base: "https://api.test/v1", path: "/reset", ending: .failure(.reset)),
    StubRoute(base: "https://api.test/v1", path: "/timeout", ending: .failure(.timeout)),
    StubRoute(
      base: "https://api.test/v1", path: "/slow", delay: .seconds(3600)),
  ]

  /// Behind the stubs stands a network that answers `real` to everything.
  private func traffic(_ mode: StubMode) throws -> (Traffic, StubSwitch) {
    let stubs = StubSwitch(mode, routes: routes)
    let network = ScriptedTransport([.json(nil, "*", "\"real\"")])
    return (try Traffic(StubTransport(before: network, stubs)), stubs)
  }

  @Test func `R36 R39 J25 the switch decides at once between stubs and the network`() async throws {
    let (traffic, stubs) = try traffic(.off)
    let url = "https://api.test/v1/hello/ann"
    #expect(await traffic.send(.fixture(url)).text == "\"real\"")
    stubs.turn(.registered)
    let stub = await traffic.send(.fixture(url))
    #expect(stub.text == #"{"hello": "ann"}"#)
    #expect(stub.status == 418)
    #expect(stub.result.source == .stub)
    #expect(await traffic.send(.fixture("https://api.test/other")).text == "\"real\"")
    stubs.turn(.off)
    #expect(await traffic.send(.fixture(url)).text == "\"real\"")
  }

  @Test func `strict lets nothing reach the network`() async throws {
    let (traffic, stubs) = try traffic(.strict)
    let finish = await traffic.send(.fixture("https://api.test/other/one?key=hush"))
    #expect(finish.failure?.kind == .unsupported)
    #expect(finish.failure?.why.hasSuffix("matches GET https://api.test/other/one.") ?? false)
    #expect(finish.facts.sent == .nothing)
    stubs.use([StubRoute(path: "*", ending: .response(StubReply(status: 204)))])
    #expect(await traffic.send(.fixture("https://api.test/other")).status == 204)
  }

  @Test func `R38 drop, reset and timeout fail as the network would, with the request sent`()
    async throws
  {
    let (traffic, _) = try traffic(.registered)
    for (path, kind) in [("drop", Failure.Kind.connectionLost), ("reset", .connectionLost)] {
      let finish = await traffic.send(.fixture("https://api.test/v1/\(path)"))
      #expect(finish.failure?.kind == kind)
      #expect(finish.facts.sent == .something)
      #expect(finish.result.source == .stub)
    }
    var request = WireRequest.fixture("https://api.test/v1/timeout")
    request.options.deadlines.firstByte = .milliseconds(20)
    #expect(await traffic.send(request).failure?.kind == .firstByteTimeout)
  }

  @Test func `a waiting stub is cancelled, and its shutdown ends both`() async throws {
    let stubs = StubSwitch(.registered, routes: routes)
    let transport = StubTransport(before: ScriptedTransport([]), stubs)
    let traffic = try Traffic(transport)
    let one = traffic.begin(.fixture("https://api.test/v1/slow"))
    let other = traffic.begin(.fixture("https://api.test/v1/slow"))
    transport.cancel([one])
    #expect(await traffic.end(of: one).result.end == .cancelled)
    await transport.shutDown()
    #expect(await traffic.end(of: other).result.end == .cancelled)
  }
}
