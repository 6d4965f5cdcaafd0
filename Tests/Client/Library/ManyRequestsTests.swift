import ClientCore
import ClientHTTP
import ClientModel
import ClientStore
import Foundation
import TestSupport
import TestTraits
import Testing

/// The library as a program outside uses it: store, transport and client, against a real server.
@Suite(.serialized, .usesSystem(minutes: 5)) struct ManyRequestsTests {
  private static let count = 1000
  /// All at once at the server, then cancelled; every job says so while the server still holds
  /// its request.
  private func round(
    _ client: Client, _ server: LedgerServer, _ lane: LaneKey, _ name: String
  ) async throws {
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
    _ = try await client.cancel(ids)
    let ended = try await client.wait(for: ids)
    #expect(ended.count == Self.count)
    #expect(ended.filter { $0.state.word == .cancelled }.count == Self.count)
    #expect(server.held == Self.count, "the server has let none of them go")
    server.release(name)
    let isFree = try await onOwnThread { poll(for: .seconds(60)) { server.held == 0 ? true : nil } }
    #expect(isFree == true)
  }

  @Test
  func `1,000 requests are in flight at once, and all are cancelled while a server holds them`()
    async throws
  {
    let folder = try TemporaryFolder()
    let server = try LedgerServer(.written)
    let opened = try await SQLiteStorage.open(in: folder.path("state"), clock: SystemClock())
    let client = Client(storage: opened.storage, transport: CurlTransport())
    try await client.start(as: .runner)
    let lane = LaneKey(name: "many")
    try await client.setLimit(Self.count, of: lane)
    try await round(client, server, lane, "round")
    await client.quit(.stop)
  }

  @Test func `1,000 responses come back without an error of ours`() async throws {
    let folder = try TemporaryFolder()
    let server = try LedgerServer(.written)
    let opened = try await SQLiteStorage.open(in: folder.path("state"), clock: SystemClock())
    let client = Client(storage: opened.storage, transport: CurlTransport())
    try await client.start(as: .runner)
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
