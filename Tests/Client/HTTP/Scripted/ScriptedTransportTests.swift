import ClientCore
import ClientHTTP
import ClientModel
import TestTraits
import Testing

/// The transport without a network.
@Suite(.usesSystem(minutes: 5)) struct ScriptedTransportTests {
  private let script: [ScriptedResponse] = [
    .json(.post, "https://demo.test/*", "{\"made\":true}", status: 201),
    .json(nil, "https://demo.test/items/*/tags?*", "[1]"),
    .json(nil, "https://demo.test/slow", "{}", delay: .seconds(3600)),
    .json(
      nil, "https://demo.test/steps", String(repeating: "x", count: 100_000),
      bodyTime: .milliseconds(20)),
  ]

  @Test func `the first response that fits is given`() async throws {
    let traffic = try Traffic(ScriptedTransport(script))
    let made = await traffic.send(.fixture(.post, "https://demo.test/items/7/tags?a"))
    #expect(made.status == 201)
    #expect(made.text == "{\"made\":true}")
    #expect(made.result.source == .stub)
    #expect(await traffic.send(.fixture("https://demo.test/items/7/tags?a")).text == "[1]")
    let none = await traffic.send(.fixture("https://demo.test/items/7"))
    #expect(none.failure?.kind == .nameNotFound)
    #expect(none.facts.sent == .nothing)
  }

  @Test func `a body in steps grows and ends in its file`() async throws {
    let traffic = try Traffic(ScriptedTransport(script))
    let finish = await traffic.send(.fixture("https://demo.test/steps"))
    #expect(finish.result.body.length == 100_000)
    let grown = traffic.events.compactMap { event in
      if case .bodyGrew(_, let count, _) = event { count.bytes } else { nil }
    }
    #expect(grown == (1...10).map { $0 * 10_000 })
  }

  @Test func `a waiting response is cancelled, by name and at the end`() async throws {
    let transport = ScriptedTransport(script)
    let traffic = try Traffic(transport)
    let one = traffic.begin(.fixture("https://demo.test/slow"))
    let other = traffic.begin(.fixture("https://demo.test/slow"))
    transport.cancel([one])
    #expect(await traffic.end(of: one).result.end == .cancelled)
    await transport.shutDown()
    #expect(await traffic.end(of: other).result.end == .cancelled)
  }
}
