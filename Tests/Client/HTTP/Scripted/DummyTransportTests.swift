import ClientCore
import ClientHTTP
import ClientModel
import TestTraits
import Testing

/// Dummy responses in front of another transport.
@Suite(.usesSystem(minutes: 5)) struct DummyTransportTests {
  private let routes: [DummyRoute] = [
    DummyRoute(
      method: "GET", base: "https://api.test/v1", path: "/hello/{name}",
      ending: .answer(DummyReply(status: 418, body: #"{"hello": "{{path.name}}"}"#))),
    DummyRoute(base: "https://api.test/v1", path: "/drop", ending: .failure(.drop)),
    DummyRoute(base: "https://api.test/v1", path: "/reset", ending: .failure(.reset)),
    DummyRoute(base: "https://api.test/v1", path: "/timeout", ending: .failure(.timeout)),
    DummyRoute(
      base: "https://api.test/v1", path: "/slow", delay: .seconds(3600)),
  ]

  /// Behind the dummies stands a network that answers `real` to everything.
  private func traffic(_ mode: DummyMode) throws -> (Traffic, DummySwitch) {
    let dummies = DummySwitch(mode, routes: routes)
    let network = ScriptedTransport([.json(nil, "*", "\"real\"")])
    return (try Traffic(DummyTransport(before: network, dummies)), dummies)
  }

  @Test func `R36 R39 J25 the switch decides at once between dummies and the network`() async throws
  {
    let (traffic, dummies) = try traffic(.off)
    let url = "https://api.test/v1/hello/ann"
    #expect(await traffic.send(.fixture(url)).text == "\"real\"")
    dummies.turn(.registered)
    let dummy = await traffic.send(.fixture(url))
    #expect(dummy.text == #"{"hello": "ann"}"#)
    #expect(dummy.status == 418)
    #expect(dummy.result.source == .dummy)
    #expect(await traffic.send(.fixture("https://api.test/other")).text == "\"real\"")
    dummies.turn(.off)
    #expect(await traffic.send(.fixture(url)).text == "\"real\"")
  }

  @Test func `strict lets nothing reach the network`() async throws {
    let (traffic, dummies) = try traffic(.strict)
    let finish = await traffic.send(.fixture("https://api.test/other/one?key=hush"))
    #expect(finish.failure?.kind == .unsupported)
    #expect(finish.failure?.why.hasSuffix("fits GET https://api.test/other/one.") ?? false)
    #expect(finish.facts.sent == .nothing)
    dummies.use([DummyRoute(path: "*", ending: .answer(DummyReply(status: 204)))])
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
      #expect(finish.result.source == .dummy)
    }
    var request = WireRequest.fixture("https://api.test/v1/timeout")
    request.options.deadlines.firstByte = .milliseconds(20)
    #expect(await traffic.send(request).failure?.kind == .firstByteTimeout)
  }

  @Test func `a waiting dummy is cancelled, and its shutdown ends both`() async throws {
    let dummies = DummySwitch(.registered, routes: routes)
    let transport = DummyTransport(before: ScriptedTransport([]), dummies)
    let traffic = try Traffic(transport)
    let one = traffic.begin(.fixture("https://api.test/v1/slow"))
    let other = traffic.begin(.fixture("https://api.test/v1/slow"))
    transport.cancel([one])
    #expect(await traffic.end(of: one).result.end == .cancelled)
    await transport.shutDown()
    #expect(await traffic.end(of: other).result.end == .cancelled)
  }
}
