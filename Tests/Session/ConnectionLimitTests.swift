import TestSupport
import TestTraits
import Testing

/// The connection pool of the settings in commands that send at once (R28).
@Suite(.serialized, .usesSystem(minutes: 5)) struct ConnectionLimitTests {
  @Test func `R28 a graph that runs keeps to the pool, and to a new one at once`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let names = (1...6).map { "held\($0)" }
      let home = try GraphCommandTests.home(
        server.url, ["wide": "concurrent: [\(names.joined(separator: ", "))]\n"])
      for name in names {
        try home.folder.write(
          "work/requests/\(name).yaml", "url: \"{{base}}/\(name)?hold=gate\"\n")
      }
      #expect(try home.run("trust").code == 0)
      #expect(try home.run("queue", "connections", "--per-host", "2").code == 0)
      let run = try home.start("run", "wide")
      eventually("two at the server") { server.held == 2 }
      // The others wait for a connection; a lane's limit does not hold what goes at once.
      #expect(try home.run("queue", "connections", "--per-host", "5").code == 0)
      eventually("five at the server") { server.held == 5 }
      #expect(server.connections == 5)
      server.release("gate")
      #expect(try run.wait(limit: .seconds(60)) == .exited(0))
      #expect(try server.ledger.entries().count == 6)
    }
  }

  @Test func `R28 send reads the pool, and says where it is wrong`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      try home.folder.write("config/weir/config.yaml", "theme: dark\nconnections: {per-hots: 2}\n")
      let sent = try home.run("send", "\(server.url)/x")
      #expect(sent.code == 0)
      #expect(sent.errorOutput.contains("config.yaml:2:15"), "\(sent.errorOutput)")
      #expect(sent.errorOutput.contains("per-host"))
    }
  }
}
