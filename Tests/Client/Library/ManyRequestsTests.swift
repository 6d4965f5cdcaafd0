import ClientCore
import ClientHTTP
import ClientModel
import ClientStore
import Foundation
import TestSupport
import Testing

/// The library as a program outside uses it: store, transport and client, against a real server.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ManyRequestsTests {
  private static let count = 1000
  /// Beside all other tests the threads here wait for a core; alone on a machine with
  /// `WEIR_ALONE=1` the bar itself is the limit.
  private static let limit: Duration =
    ProcessInfo.processInfo.environment["WEIR_ALONE"] == nil ? .seconds(10) : .milliseconds(500)

  /// All at once at the server, then cancelled; how long the cancelling took until every job said so.
  private func round(
    _ client: Client, _ server: LedgerServer, _ lane: LaneKey, _ name: String
  ) async throws -> Duration {
    let jobs = try (0..<Self.count).map { number in
      NewJob(
        request: try PreparedRequest(to: "\(server.url)/\(name)-\(number)?hold=\(name)"),
        lane: lane)
    }
    let ids = try await client.submit(jobs)
    let held = try await onOwnThread {
      poll(for: .seconds(60)) { server.held == Self.count ? server.held : nil }
    }
    #expect(held == Self.count, "\(server.held) requests are at the server")
    let running = try await client.count(matching: JobQuery(states: [.running]))
    #expect(running == Self.count)
    let start = ContinuousClock.now
    _ = try await client.cancel(ids)
    let ended = try await client.wait(for: ids)
    let took = ContinuousClock.now - start
    #expect(ended.count == Self.count)
    #expect(ended.filter { $0.state.word == .cancelled }.count == Self.count)
    server.release(name)
    let isFree = try await onOwnThread { poll(for: .seconds(60)) { server.held == 0 ? true : nil } }
    #expect(isFree == true)
    return took
  }

  @Test func `1,000 requests are in flight at once, and all are cancelled within 500 ms`()
    async throws
  {
    let folder = try TemporaryFolder()
    let server = try LedgerServer(.written)
    let opened = try await SQLiteStorage.open(in: folder.path("state"), clock: SystemClock())
    let client = Client(storage: opened.storage, transport: CurlTransport())
    try await client.start(as: .drainer)
    let lane = LaneKey(name: "many")
    try await client.setLimit(Self.count, of: lane)
    let took = try await round(client, server, lane, "round")
    print("cancelling \(Self.count) requests: \(took)")
    #expect(took <= Self.limit)
    await client.quit(.stop)
  }

  @Test func `1,000 answers come back without an error of ours`() async throws {
    let folder = try TemporaryFolder()
    let server = try LedgerServer(.written)
    let opened = try await SQLiteStorage.open(in: folder.path("state"), clock: SystemClock())
    let client = Client(storage: opened.storage, transport: CurlTransport())
    try await client.start(as: .drainer)
    let lane = LaneKey(name: "many")
    try await client.setLimit(Self.count, of: lane)
    let ids = try await client.submit(
      try (0..<Self.count).map {
        NewJob(request: try PreparedRequest(to: "\(server.url)/\($0)?hold=all"), lane: lane)
      })
    let held = try await onOwnThread {
      poll(for: .seconds(60)) { server.held == Self.count ? server.held : nil }
    }
    #expect(held == Self.count)
    server.release("all")
    let ended = try await client.wait(for: ids)
    #expect(ended.filter { $0.state == .succeeded && $0.status == 200 }.count == Self.count)
    await client.quit(.drain)
  }
}
