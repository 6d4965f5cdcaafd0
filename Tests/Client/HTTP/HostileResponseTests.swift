import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// Every case of the hostile server ends as its verdict says, in time.
@Suite(.serialized, .usesSystem(minutes: 3)) struct HostileResponseTests {
  /// Long enough for a machine with more to do, since most cases must end before any deadline.
  private static var options: TransportOptions {
    var options = TransportOptions()
    options.deadlines = Deadlines(
      connect: .seconds(4), firstByte: .milliseconds(1500), idle: .milliseconds(1500),
      total: .seconds(3))
    return options
  }

  @Test(arguments: HostileCase.allCases)
  func `each case ends as its verdict says`(hostile: HostileCase) async throws {
    let server = try HostileServer()
    defer { server.stop() }
    let traffic = try Traffic()
    let clock = ContinuousClock.now
    var options = Self.options
    // What is read as fast as it is sent is bounded by time alone.
    if hostile == .endlessBody { options.deadlines.total = .seconds(1) }
    let finish = await traffic.send(.fixture(server.url(hostile), options: options))
    let elapsed = ContinuousClock.now - clock
    // The deadlines above are the bound; the rest is for a machine that is busy with other tests.
    #expect(elapsed < .seconds(60))
    let kind = finish.failure?.kind
    switch hostile.verdict {
    case .refused:
      #expect(
        [.malformedResponse, .invalidFraming, .contentCoding, .connectionLost].contains(kind),
        "\(finish.result)")
    case .marked:
      #expect(kind == .malformedResponse || finish.status != nil, "\(finish.result)")
      let isInvisible = hostile == .bytesAfterTheEnd || hostile == .shortLength
      if kind == nil, !isInvisible { #expect(!finish.result.framing.isEmpty, "\(finish.result)") }
      let next = await traffic.send(.fixture(server.url(hostile), options: Self.options))
      if kind == nil { #expect(next.result.connection.use == .fresh, "\(next.result)") }
    case .cutOff where hostile == .cutGzip:
      #expect(kind == .bodyIncomplete, "\(finish.result)")
      #expect(finish.status == 200)
      #expect(finish.result.body.length > 0)
    case .cutOff:
      #expect(
        [.connectionLost, .contentCoding, .malformedResponse, .idleTimeout].contains(kind),
        "\(finish.result)")
    case .noResponse:
      #expect(kind == .connectionLost || kind == .headIncomplete, "\(finish.result)")
    case .headersLimit: #expect(kind == .headersLimit, "\(finish.result)")
    case .bodyLimit: #expect(kind == .bodyLimit || kind == .contentCoding, "\(finish.result)")
    case .firstByteDeadline: #expect(kind == .firstByteTimeout, "\(finish.result)")
    case .idleDeadline: #expect(kind == .idleTimeout || kind == .totalTimeout, "\(finish.result)")
    case .notFollowed: #expect(finish.status.map { 300..<400 ~= $0 } == true, "\(finish.result)")
    case .accepted(let status):
      #expect(finish.status == status, "\(finish.result)")
      #expect(finish.result.end == .responded, "\(finish.result)")
    }
    #expect(server.received(hostile) <= 2)
  }

  @Test(arguments: HostileHTTP2Server.Case.allCases)
  func `each HTTP2 case ends with a word`(hostile: HostileHTTP2Server.Case) async throws {
    let server = try HostileHTTP2Server()
    defer { server.stop() }
    server.behave(hostile)
    var options = Self.options
    options.route.version = .http2
    let traffic = try Traffic()
    let bytes = WireRequest.Body.bytes(Array(repeating: 120, count: 200_000))
    let body: WireRequest.Body = hostile == .windowZero ? bytes : .bytes([120])
    let finish = await traffic.send(.fixture(.post, server.url, body: body, options: options))
    if hostile == .fine {
      #expect(finish.status == 200)
      #expect(finish.result.head?.version == .http2)
      return
    }
    let kind = try #require(finish.failure?.kind)
    #expect(
      [
        .http2, .unprocessed, .connectionLost, .headIncomplete, .firstByteTimeout, .idleTimeout,
        .totalTimeout,
        .headersLimit,
      ].contains(kind), "\(finish.result)")
    #expect(finish.result.end != .responded)
    #expect(server.received == 1, "A POST must not go out twice.")
    let isUnprocessed = hostile == .refusedStream || hostile == .goAwayZero
    #expect(finish.facts.sent == (isUnprocessed ? .nothing : .something), "\(finish.result)")
  }
}
