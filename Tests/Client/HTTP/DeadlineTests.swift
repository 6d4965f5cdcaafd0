import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// Each deadline fires at its time under its own name.
@Suite(.serialized, .usesSystem(minutes: 5)) struct DeadlineTests {
  private static let span = Duration.milliseconds(600)

  /// The first of ten attempts that is punctual counts: on a busy machine the test's own task may be
  /// late, but a deadline that is wrong is wrong each time.
  private func fail(
    _ url: String, _ change: (inout Deadlines) -> Void
  ) async throws -> (kind: Failure.Kind?, isPunctual: Bool, sent: FinishFacts.Sent) {
    var end = try await failOnce(url, change)
    for _ in 0..<9 where !end.isPunctual { end = try await failOnce(url, change) }
    return end
  }

  /// - Returns: The failure and whether it came not before its time and well before any other deadline.
  private func failOnce(
    _ url: String, _ change: (inout Deadlines) -> Void
  ) async throws -> (kind: Failure.Kind?, isPunctual: Bool, sent: FinishFacts.Sent) {
    var options = TransportOptions()
    change(&options.deadlines)
    let start = ContinuousClock.now
    let finish = try await Traffic().send(.fixture(url, options: options))
    let elapsed = ContinuousClock.now - start
    return (
      finish.failure?.kind, elapsed >= Self.span && elapsed < .seconds(9), finish.facts.sent
    )
  }

  @Test func `connecting, the TLS handshake included`() async throws {
    let server = try HostileServer()
    let url = server.url(.silenceAfterConnect).replacing("http:", with: "https:")
    let end = try await fail(url) { $0.connect = Self.span }
    #expect(end == (.connectTimeout, true, .nothing))
  }

  @Test func `the first byte`() async throws {
    let server = try HostileServer()
    let end = try await fail(server.url(.silenceAfterConnect)) { $0.firstByte = Self.span }
    #expect(end == (.firstByteTimeout, true, .something))
  }

  @Test func `between bytes`() async throws {
    let server = try HostileServer()
    let end = try await fail(server.url(.silenceAfterHeaders)) { $0.idle = Self.span }
    #expect(end == (.idleTimeout, true, .something))
  }

  @Test func `in all, while bytes keep coming`() async throws {
    let server = try HostileServer(pace: .milliseconds(50))
    let end = try await fail(server.url(.bodyByteByByte)) { $0.total = Self.span }
    #expect(end == (.totalTimeout, true, .something))
  }

  @Test func `an interim response does not count as the first byte`() async throws {
    let server = try ConnectionServer { connection in
      _ = connection.takeRequest()
      connection.send("HTTP/1.1 103 Early Hints\r\n\r\n")
      _ = connection.peerCloses(within: .seconds(20))
    }
    let end = try await fail("http://127.0.0.1:\(server.port)/") {
      $0.firstByte = Self.span
      $0.idle = .milliseconds(100)
    }
    #expect(end == (.firstByteTimeout, true, .something))
  }
}
