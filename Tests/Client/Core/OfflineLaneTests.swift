import ClientMemory
import ClientModel
import Synchronization
import Testing

@testable import ClientCore

struct OfflineLaneTests {
  /// Whether the server is there.
  private final class Line: Sendable {
    let isUp = Mutex(false)
  }

  private func request(_ method: HTTPMethod = .get, pause: PauseRule = .offline) -> PreparedRequest
  {
    var request = PreparedRequest.fixture(method)
    request.gateway = GatewayUse(name: "a", pause: pause)
    return request
  }

  private func bench(_ line: Line, storage: MemoryStorage? = nil) -> Bench {
    let bench = Bench(storage: storage) { _ in
      line.isUp.withLock { $0 } ? .response(200) : .fail(.refused, .nothing)
    }
    bench.transport.connection.withLock { $0 = { line.isUp.withLock { $0 } } }
    return bench
  }

  private func pause(_ bench: Bench) async throws -> Lane.Pause? {
    try await bench.client.lanes().first { $0.lane.key == .a }?.lane.pause
  }

  @Test func `a watch probes at growing intervals, and at once after a restart`() {
    var lanes = OfflineLanes()
    let number = lanes.begin(.a, from: .paused)
    #expect(!lanes.isResting)
    var waits: [Duration] = []
    for _ in 0..<7 {
      guard case .wait(let span)? = lanes.next(.a, number) else {
        Issue.record("It does not wait.")
        return
      }
      #expect(lanes.isResting)
      waits.append(span)
      #expect(lanes.next(.a, number) == .probe)
      #expect(!lanes.isResting)
    }
    #expect(waits == [1, 2, 4, 8, 16, 30, 30].map(Duration.seconds))
    let second = lanes.begin(.a, from: .due)
    #expect(lanes.next(.a, number) == nil)
    let isFirstLast = lanes.end(.a, number)
    #expect(!isFirstLast)
    #expect(lanes.next(.a, second) == .probe)
    let isSecondLast = lanes.end(.a, second)
    #expect(isSecondLast && lanes.isResting)
  }

  @Test func `a lane waits for its server, and its jobs go on when that is back`() async throws {
    let line = Line()
    let bench = bench(line)
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([
      .fixture(request(.post)), .fixture(request()), .fixture(request()),
    ])
    await bench.client.waitUntilDrained()
    #expect(try await pause(bench) == .offline)
    #expect(
      try await bench.client.jobs(matching: JobQuery(ids: ids)).allSatisfy {
        $0.state == .waiting(.slot)
      })
    // The first two had slots; no other attempt was made.
    #expect(bench.transport.begun.count == 2)
    try await bench.advance { bench.transport.probes.withLock { $0 } >= 3 }
    #expect(bench.transport.begun.count == 2)
    line.isUp.withLock { $0 = true }
    try await bench.advance { try await bench.job(ids[2]).state == .succeeded }
    #expect(try await pause(bench) == Lane.Pause.none)
    let probes = bench.transport.probes.withLock { $0 }
    await bench.client.waitUntilIdle()
    bench.clock.advance(by: .seconds(600))
    #expect(bench.transport.probes.withLock { $0 } == probes)
    await bench.client.quit(.stop)
  }

  @Test func `without the rule a connection failure pauses nothing, and nothing is probed`()
    async throws
  {
    let bench = bench(Line())
    try await bench.client.start(as: .runner)
    var plain = request(pause: .never)
    plain.options.retry = RetryRule(attempts: 1)
    let ids = try await bench.client.submit([.fixture(plain)])
    #expect(try await bench.client.wait(for: ids).first?.state.word == .failed)
    #expect(try await pause(bench) == Lane.Pause.none)
    #expect(bench.transport.probes.withLock { $0 } == 0)
    await bench.client.quit(.stop)
  }

  @Test func `a lane without a waiting job is resumed without a probe`() async throws {
    let bench = bench(Line())
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture(request())])
    await bench.client.waitUntilDrained()
    #expect(try await pause(bench) == .offline)
    _ = try await bench.client.cancel(ids)
    try await bench.advance { try await pause(bench) == Lane.Pause.none }
    #expect(bench.transport.probes.withLock { $0 } == 0)
    await bench.client.quit(.stop)
  }

  @Test func `the next queue runner probes a lane that was left offline, before it is idle`()
    async throws
  {
    let line = Line()
    let first = bench(line)
    try await first.client.start(as: .runner)
    let ids = try await first.client.submit([.fixture(request())])
    await first.client.waitUntilDrained()
    await first.client.quit(.stop)
    line.isUp.withLock { $0 = true }
    let next = bench(line, storage: first.storage)
    try await next.client.start(as: .runner)
    await next.client.waitUntilDrained()
    #expect(try await next.job(ids[0]).state == .succeeded)
    await next.client.quit(.stop)
  }

  @Test func `a resume by the user tries the server, and a pause by the user stays`() async throws {
    let line = Line()
    let bench = bench(line)
    try await bench.client.start(as: .runner)
    _ = try await bench.client.submit([.fixture(request())])
    await bench.client.waitUntilDrained()
    try await bench.client.resume(.a)
    try await eventually { bench.transport.begun.count == 2 }
    await bench.client.waitUntilDrained()
    #expect(try await pause(bench) == .offline)
    try await bench.client.pause(.a)
    line.isUp.withLock { $0 = true }
    bench.clock.advance(by: .seconds(60))
    await bench.client.waitUntilIdle()
    #expect(try await pause(bench) == .byUser)
    await bench.client.quit(.stop)
  }
}
