import ClientCore
import ClientHTTP
import ClientModel
import TestSupport
import TestTraits
import Testing

/// The connection pool, changed while requests run: what counts is what the server sees.
@Suite(.serialized, .usesSystem(minutes: 6)) struct ConnectionPoolTests {
  private func begin(
    _ count: Int, _ server: LedgerServer, _ traffic: Traffic, _ query: String = "hold=all"
  ) -> [AttemptID] {
    (0..<count).map { traffic.begin(.fixture("\(server.url)/\($0)?\(query)")) }
  }

  private func expect(held: Int, _ server: LedgerServer) async throws {
    let found = try await onOwnThread { poll { server.held == held ? server.held : nil } }
    #expect(found == held, "\(server.held) requests are at the server")
  }

  @Test func `R28 a limit per host holds at once, raised and lowered while requests wait`()
    async throws
  {
    let server = try LedgerServer(.synced)
    let other = try LedgerServer(.synced)
    let traffic = try Traffic()
    traffic.transport.use(ConnectionPool(perHost: 2))
    let first = begin(9, server, traffic)
    let elsewhere = begin(1, other, traffic)
    try await expect(held: 2, server)
    try await expect(held: 1, other)
    #expect(server.connections == 2)
    // Nothing ends here: only the setting changes.
    traffic.transport.use(ConnectionPool(perHost: 5))
    try await expect(held: 5, server)
    #expect(server.connections == 5)
    traffic.transport.use(ConnectionPool(perHost: 1))
    server.release("all")
    other.release("all")
    for id in first + elsewhere { #expect(await traffic.end(of: id).status == 200) }
    #expect(server.connections == 5)
    let later = begin(6, server, traffic, "hold=later")
    try await expect(held: 1, server)
    traffic.transport.use(ConnectionPool())
    try await expect(held: 6, server)
    server.release("later")
    for id in later { #expect(await traffic.end(of: id).status == 200) }
  }

  @Test func `R28 a limit overall counts all hosts together`() async throws {
    let servers = [try LedgerServer(.synced), try LedgerServer(.synced)]
    let traffic = try Traffic()
    traffic.transport.use(ConnectionPool(overall: 3))
    let ids = servers.flatMap { begin(4, $0, traffic) }
    let held = try await onOwnThread {
      poll { servers.map(\.held).reduce(0, +) == 3 ? 3 : nil }
    }
    #expect(held == 3)
    traffic.transport.use(ConnectionPool(overall: 8))
    for server in servers { try await expect(held: 4, server) }
    for server in servers { server.release("all") }
    for id in ids { #expect(await traffic.end(of: id).status == 200) }
  }

  @Test func `the time a request waits for a connection is not its time to connect`() async throws {
    let server = try LedgerServer(.synced)
    let clock = try LedgerServer(.synced)
    let traffic = try Traffic()
    traffic.transport.use(ConnectionPool(perHost: 1))
    let options = TransportOptions(deadlines: Deadlines(connect: .milliseconds(50)))
    let first = traffic.begin(.fixture("\(server.url)/a?hold=a"))
    try await expect(held: 1, server)
    let second = traffic.begin(.fixture("\(server.url)/b", options: options))
    // The other server's response takes longer than the second may take to connect.
    #expect(await traffic.send(.fixture("\(clock.url)/tick?delay=200")).status == 200)
    server.release("a")
    #expect(await traffic.end(of: first).status == 200)
    #expect(await traffic.end(of: second).status == 200)
  }

  @Test func `what waits for a connection can be cancelled`() async throws {
    let server = try LedgerServer(.synced)
    let traffic = try Traffic()
    traffic.transport.use(ConnectionPool(perHost: 1))
    let ids = begin(3, server, traffic)
    try await expect(held: 1, server)
    traffic.transport.cancel(ids)
    for id in ids { #expect(await traffic.end(of: id).result.end == .cancelled) }
  }
}
