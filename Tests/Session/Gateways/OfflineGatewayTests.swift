import Foundation
import TestSupport
import TestTraits
import Testing

/// A gateway with `pause: offline`, whose server comes and goes.
@Suite(.usesSystem(minutes: 5)) struct OfflineGatewayTests {
  @Test func `jobs of a gateway wait while its server is away, and go when it is back`()
    async throws
  {
    try await onOwnThread {
      let (server, home) = (try UnixSocketServer(), try WeirHome())
      let socket = home.workingFolder + "/socket"
      try home.folder.write(
        "work/weir.yaml",
        """
        gateways:
          api:
            url: http://api.invalid
            pause: offline
            options: {unix-socket: \(socket)}
        """)
      #expect(try home.run("trust").code == 0)
      let ids = try (0..<3).map { try home.add("--gateway", "api", "POST", "/\($0)", "a=1") }
      let early = try home.run("queue", "run", "--until-idle")
      #expect(early.code == 0)
      #expect(early.errorOutput.contains("Lane api is paused: its server cannot be reached."))
      #expect(try home.jobs().allSatisfy { $0.state == "waiting" })
      let lanes = try home.run("queue", "lanes", "--format", "json").output
      #expect(lanes.contains("\"pause\" : \"offline\""), "\(lanes)")
      func list() throws -> String { try home.run("queue", "list", "--format", "json").output }
      let before = try list()
      let again = try home.run("queue", "run", "--until-idle")
      // The server was probed, and no job was attempted.
      #expect(try list() == before)
      #expect(again.errorOutput.contains("cannot be reached, 3 jobs wait in it"))
      let runner = try home.start("queue", "run")
      try FileManager.default.createSymbolicLink(
        atPath: socket, withDestinationPath: server.path)
      for id in ids { #expect(try home.run("queue", "wait", "\(id)").code == 0) }
      #expect(server.requests.map(\.path).sorted() == ["/0", "/1", "/2"])
      runner.kill(SIGTERM)
      try runner.wait()
      #expect(try home.run("queue", "lanes").output.contains("active"))
    }
  }
}
