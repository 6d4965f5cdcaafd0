import Foundation
import TestSupport
import TestTraits
import Testing

/// Imported path tokens, and what of an exchange is printed.
@Suite(.serialized, .usesSystem(minutes: 3)) struct WireAndTokenTests {
  private func home(_ yaml: String) throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write("work/weir.yaml", yaml)
    #expect(try home.run("trust").code == 0)
    return home
  }

  @Test func `R17 an endpoint's free tokens have defaults of their own, and $1 never hits $10`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try home(
        """
        gateway: api
        gateways: {api: {url: "\(server.url)"}}
        endpoints:
          hello:
            path: /api/hello/$1/$10/<who>
            tokens: {"$1": "", "$10": bye, "<who>": ""}
          plain: {path: "/api/hello/$1"}
        """)
      #expect(try home.run("send", "GET", "@hello", "$1==gandalf").code == 0)
      #expect(try home.run("send", "GET", "@hello", "$10==x/y z", "<who>==7").code == 0)
      #expect(try home.run("send", "GET", "@hello").code == 0)
      // Tokens are those of their endpoint alone.
      #expect(try home.run("send", "GET", "@plain").code == 0)
      #expect(
        server.requests.map(\.target) == [
          "/api/hello/gandalf/bye", "/api/hello/x%2Fy%20z/7", "/api/hello/bye", "/api/hello/$1",
        ])
    }
  }

  @Test func `B18 what was sent and what came is printed when it is asked for, and not before`()
    async throws
  {
    try await onOwnThread {
      let server = try AnsweringServer { _ in
        AnsweringServer.response(201, #"{"id": 7}"#, "X-Trace: abc\r\n")
      }
      let home = try WeirHome()
      let words = ["send", "POST", server.url + "/users?a=1", "X-Extra:yes", "name=ann"]
      let plain = try home.run(words)
      #expect(plain.output == #"{"id": 7}"# && plain.errorOutput.isEmpty)
      let wire = try home.run(words + ["-v"])
      let lines = wire.output.split(separator: "\n").map {
        $0.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      for part in [
        "POST \(server.url)/users?a=1", "X-Extra: yes", "Content-Type: application/json",
        #""name": "ann""#, "HTTP/1.1 201 Reported", "X-Trace: abc", #"{"id": 7}"#,
      ] {
        #expect(lines.contains { $0.contains(part) }, "\(part) in \(wire.output)")
      }
      let shown = try home.run("show", "2", "--wire").lines
      for line in [
        "> POST /users?a=1 HTTP/1.1", "> X-Extra: yes", #"> {"name": "ann"}"#,
        "< HTTP/1.1 201 Reported", "< X-Trace: abc", #"< {"id": 7}"#,
      ] {
        #expect(shown.contains(line), "\(line) in \(shown)")
      }
    }
  }

  @Test func `T-B8 neither the wire view nor the log holds secrets, and connections are reused`()
    async throws
  {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      var search = SecretSearch()
      let (password, token) = (search.secret("password"), search.secret("token"))
      let sent = try home.run(
        "send", "-v", "-a", "ann:\(password)", server.url + "/a", "Cookie:session=\(token)",
        environment: ["WEIR_LOG": "debug"])
      #expect(sent.code == 0 && sent.output.contains("Cookie: ••••••"), "\(sent.output)")
      search.look(at: sent.output + sent.errorOutput, "output of send -v")
      let wire = try home.run("show", "1", "--wire")
      #expect(wire.output.contains("> Authorization: Basic ••••••"))
      search.look(at: wire.output, "the wire view")
      #expect(search.look(atFilesOf: home) > 1)
      #expect(search.hits == [])
      for path in ["/b", "/c", "/d"] { try home.add(server.url + path) }
      let before = server.connections
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      // Two jobs of a lane at once: the third goes over a connection that is there.
      #expect(server.connections <= before + 2)
      #expect(try server.ledger.entries().map(\.id).sorted() == ["a", "b", "c", "d"])
    }
  }
}
