import CRig
import ClientCore
import ClientHTTP
import ClientModel
import TestSupport
import TestTraits
import Testing

/// Cancelling acts within 100 ms in every phase.
@Suite(.serialized, .usesSystem(minutes: 5)) struct CancelTests {
  /// Cancels what `begin` brought to the phase. The quickest of many counts: on a busy machine the
  /// test's own tasks wait for a core.
  private func expectQuickEnd(
    _ traffic: Traffic, sent: FinishFacts.Sent, _ begin: () async throws -> AttemptID
  ) async rethrows {
    var quickest = Duration.seconds(60)
    for _ in 0..<200 where quickest >= .milliseconds(100) {
      let id = try await begin()
      let start = ContinuousClock.now
      traffic.transport.cancel([id])
      let finish = await traffic.end(of: id)
      quickest = min(quickest, ContinuousClock.now - start)
      #expect(finish.result.end == .cancelled)
      #expect(finish.facts.sent == sent)
    }
    #expect(quickest < .milliseconds(100))
  }

  @Test func `while it waits for the first byte`() async throws {
    let server = try LedgerServer(.synced)
    let traffic = try Traffic()
    try await expectQuickEnd(traffic, sent: .something) {
      // What was cancelled before leaves the server when that has seen it.
      let isFree = try await onOwnThread { poll { server.held == 0 ? true : nil } }
      try #require(isFree == true)
      let id = traffic.begin(.fixture(.post, server.url + "/x?hold=a", body: .bytes([1])))
      let isHeld = try await onOwnThread { poll { server.held == 1 ? true : nil } }
      try #require(isHeld == true)
      return id
    }
  }

  @Test func `while the body arrives`() async throws {
    let server = try HostileServer()
    let traffic = try Traffic()
    await expectQuickEnd(traffic, sent: .something) {
      let id = traffic.begin(.fixture(server.url(.endlessBody)))
      await traffic.until {
        $0.contains { if case .bodyGrew(id, _, _) = $0 { true } else { false } }
      }
      return id
    }
  }

  @Test func `while the TLS handshake stalls`() async throws {
    let server = try HostileServer()
    let traffic = try Traffic()
    let url = server.url(.silenceAfterConnect).replacing("http:", with: "https:")
    let plain = try RecorderServer()
    await expectQuickEnd(traffic, sent: .nothing) {
      let id = traffic.begin(.fixture(url))
      _ = await traffic.send(.fixture(plain.url))
      return id
    }
  }

  @Test func `while a large body goes out`() async throws {
    let server = try ConnectionServer { _ = $0.peerCloses(within: .seconds(20)) }
    let traffic = try Traffic()
    let bytes = [UInt8](repeating: 7, count: 32 << 20)
    await expectQuickEnd(traffic, sent: .something) {
      let id = traffic.begin(
        .fixture(
          .put, "http://127.0.0.1:\(server.port)/", headers: [("Expect", "")], body: .bytes(bytes)))
      await traffic.until {
        $0.contains { if case .progressed(id, _) = $0 { true } else { false } }
      }
      return id
    }
  }

  @Test(.enabled(if: SilentDNS.isPossible, "A private mount needs root."))
  func `while a name server is silent and another transfer runs`() async throws {
    let names = try SilentDNS()
    let path = names.configuration
    // The transport's thread inherits the private view of /etc/resolv.conf from the thread that makes it.
    let transport = try await onOwnThread {
      try #require(rig_private_file(path, "/etc/resolv.conf") == 0)
      let transport = CurlTransport()
      transport.startThread()
      return transport
    }
    let traffic = try Traffic(transport)
    let server = try RecorderServer()
    await expectQuickEnd(traffic, sent: .nothing) {
      let id = traffic.begin(.fixture("http://silent.weir-example.org/"))
      for _ in 0..<20 { #expect(await traffic.send(.fixture(server.url)).status == 200) }
      let isOver = traffic.events.contains {
        if case .finished(id, _, _) = $0 { true } else { false }
      }
      #expect(!isOver)
      return id
    }
    // The lookup would last a minute: shutting down does not wait for it.
    let asked = names.queries
    await traffic.transport.shutDown()
    #expect(names.queries == asked, "the lookup was tried again before the transport had ended")
  }

  @Test func `a shut down transport ends its events`() async throws {
    let transport = CurlTransport()
    let traffic = try Traffic(transport)
    let server = try HostileServer()
    let id = traffic.begin(.fixture(server.url(.silenceAfterConnect)))
    await transport.shutDown()
    #expect(await traffic.end(of: id).result.end == .cancelled)
    await transport.shutDown()
  }
}
