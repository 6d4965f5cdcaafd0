import Foundation
import TestSupport
import TestTraits
import Testing

/// Gateways through the program: what `weir.yaml` says reaches the wire.
@Suite(.serialized, .usesSystem(minutes: 5)) struct GatewayTests {
  private func home(_ yaml: String, _ files: [String: String] = [:]) throws -> WeirHome {
    let home = try WeirHome()
    for (path, text) in files.merging(["weir.yaml": yaml], uniquingKeysWith: { $1 }) {
      let file = URL(fileURLWithPath: "\(home.workingFolder)/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    #expect(try home.run("trust").code == 0)
    return home
  }

  private func response(_ status: Int, _ body: String, _ fields: String = "") -> String {
    "HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\n\(fields)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test func `J1 J2 J14 R14 R15 R16 a path goes through its gateway with what that brings`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try home(
        """
        gateway: api
        servers: {main: "{{base}}"}
        gateways:
          api:
            url: "@main/v1"
            headers: {X-Client: weir, X-Other: "1"}
            query: {lang: en}
            auth: {bearer: "env:TOKEN"}
        endpoints:
          hello: {gateway: api, path: "/hello/{name=world}"}
        """, ["environments.yaml": "shared: {base: \"\(server.url)\"}\n"])
      let secret = ["TOKEN": "t0ken"]
      #expect(
        try home.run("send", "/users", "X-Other:2", "page==1", environment: secret).code == 0)
      #expect(try home.run("send", "--gateway", "api", "@hello", environment: secret).code == 0)
      #expect(
        try home.run("send", "GET", "@hello", "name=a b", environment: secret).code == 0)
      #expect(try home.run("send", "--gateway", "none", "@main/plain").code == 0)
      let requests = server.takeAll()
      #expect(
        requests.map(\.target) == [
          "/v1/users?page=1&lang=en", "/v1/hello/world?lang=en", "/v1/hello/a%20b?lang=en",
          "/plain",
        ])
      #expect(requests[0].header("X-Client") == "weir" && requests[0].header("X-Other") == "2")
      #expect(requests[0].header("Authorization") == "Bearer t0ken")
      #expect(requests[3].header("Authorization") == nil)
      let refused = try home.run("send", "@helo")
      #expect(refused.code == 2 && refused.errorOutput.contains("@hello"))
      #expect(server.takeAll().isEmpty)
    }
  }

  @Test func `J8 R28 a gateway's jobs share its lane, with its limit and rate`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try home(
        "gateways:\n  api:\n    url: \(server.url)\n    lane: {limit: 7, rate: 50}\n")
      #expect(try home.run("queue", "add", "--gateway", "api", "/a").code == 0)
      let listed = try home.run("queue", "list", "--format", "json")
      #expect(listed.output.contains(#""lane" : "api""#))
      #expect(try home.run("queue", "pause", "api").code == 0)
      #expect(try home.run("queue", "resume", "api").code == 0)
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      #expect(server.takeAll().map(\.target) == ["/a"])
    }
  }

  @Test func `B5 B8 J4 a gateway's rule decides what a response means, and the response is shown`()
    async throws
  {
    try await onOwnThread {
      let body = #"{"status":17,"message":"No quota left."}"#
      let server = try RecorderServer(response: response(200, body))
      let home = try home(
        """
        gateways:
          api:
            url: \(server.url)
            outcome:
              success: {status: 2xx, at: {/status: 0}}
              code: /status
              reason: /message
        """)
      let plain = try home.run("send", "--gateway", "api", "/x")
      #expect(plain.code == 0 && plain.output.contains("No quota left."))
      #expect(plain.errorOutput.contains("17: No quota left."))
      #expect(try home.run("send", "--gateway", "api", "/x", "--check").code == 1)
      let record = try home.run("send", "--gateway", "api", "/x", "--format", "json")
      #expect(record.output.contains(#""kind" : "service failure""#))
      #expect(record.output.contains(#""code" : "17""#))
      #expect(record.output.contains(#""gateway" : "api""#))
      let shown = try home.run("show", "1")
      #expect(shown.output.contains("outcome: service failure (17: No quota left.)"))
      let failed = try home.run("queue", "list", "--state", "failed")
      #expect(failed.output.contains("api reports an error"))
    }
  }

  @Test func `B1 refused credentials are renewed by the saved request, and the token stays unseen`()
    async throws
  {
    try await onOwnThread {
      let server = try TokenServer()
      let home = try home(
        """
        gateways:
          api:
            url: \(server.url)
            auth: {bearer: "env:TOKEN"}
            outcome: {refresh: {request: auth/refresh, token: /access_token}}
        """,
        [
          "requests/auth/refresh.yaml":
            "method: POST\ngateway: none\nurl: \(server.url)/token\nbody: {form: {grant: refresh}}\n"
        ])
      let sent = try home.run(
        "send", "--gateway", "api", "/data", "-v", environment: ["TOKEN": "stale"])
      #expect(sent.code == 0 && sent.output.contains("welcome"))
      #expect(server.seen == ["GET /data", "POST /token", "GET /data"])
      let shown = try home.run("show", "1", "--format", "json")
      #expect(!(sent.output + shown.output).contains("fresh-token"))
      let wire = try home.run("show", "1", "--wire").lines
      #expect(wire.filter { $0.hasPrefix("> Authorization: ") }.count == 2, "\(wire)")
      #expect(wire.contains { $0.contains("another request that renews credentials") })
      #expect(!wire.contains { $0.contains("content coding") }, "\(wire)")
      let files = try FileManager.default.subpathsOfDirectory(atPath: home.stateFolder)
      for file in files {
        let data = FileManager.default.contents(atPath: "\(home.stateFolder)/\(file)") ?? Data()
        #expect(data.range(of: Data("fresh-token".utf8)) == nil, "\(file)")
      }
    }
  }

  @Test func `a refresh request that is not there is reported by the list of gateways`()
    async throws
  {
    try await onOwnThread {
      let home = try home(
        """
        gateways:
          api:
            url: https://a.example
            outcome: {refresh: {request: auth/refrsh}}
        """, ["requests/auth/refresh.yaml": "url: https://a.example\n"])
      let listed = try home.run("gateway", "list")
      #expect(listed.code == 0 && listed.errorOutput.contains("no request `auth/refrsh`"))
      #expect(listed.errorOutput.contains("`auth/refresh`"))
    }
  }

  @Test func `R36 R37 R38 R39 stub routes answer in place of the server, and say so`() async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try home(
        """
        gateway: api
        gateways:
          api:
            url: \(server.url)
            stubs:
              - {path: "/hello/{name}", status: 201, body: '{"hello": "{{path.name}}"}'}
              - {path: /broken, fail: drop}
        """)
      let stub = try home.run("send", "--stub", "/hello/ann")
      #expect(stub.output.contains(#"{"hello": "ann"}"#))
      #expect(stub.errorOutput.contains("Stub response"))
      let record = try home.run("send", "--stub", "/hello/ann", "--format", "json")
      #expect(record.output.contains(#""source" : "stub""#))
      #expect(server.takeAll().isEmpty)
      #expect(try home.run("send", "--stub", "/other").code == 0)
      #expect(server.takeAll().map(\.target) == ["/other"])
      #expect(try home.run("send", "--stub-strict", "/other").code == 26)
      #expect(server.takeAll().isEmpty)
      #expect(try home.run("send", "/hello/ann").code == 0)
      #expect(server.takeAll().map(\.target) == ["/hello/ann"])
    }
  }

  @Test func `gateways are listed, added, made default and deleted by command, and stay trusted`()
    async throws
  {
    try await onOwnThread {
      let home = try home("# mine\nname: x\n")
      #expect(try home.run("gateway", "add", "api", "https://a.example/v1").code == 0)
      #expect(try home.run("gateway", "add", "old", "https://b.example").code == 0)
      #expect(try home.run("gateway", "default", "api").code == 0)
      #expect(try home.run("gateway", "delete", "old").code == 0)
      let list = try home.run("gateway", "list")
      #expect(list.output.contains("*  api  https://a.example/v1"))
      #expect(!list.output.contains("old"))
      #expect(
        try home.run("gateway", "list", "--format", "json").output.contains(#""isDefault" : true"#))
      #expect(try home.run("trust").output.contains("already trusted"))
      let wrong = try home.run("gateway", "default", "apy")
      #expect(wrong.code == 2 && wrong.errorOutput.contains("api"))
    }
  }

  @Test func `a gateway of an untrusted workspace sends no secret`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try home(
        "gateway: api\ngateways:\n  api:\n    url: \(server.url)\n")
      let file = "\(home.workingFolder)/weir.yaml"
      let evil =
        "gateway: api\ngateways:\n  api:\n    url: \(server.url)\n    auth: {bearer: \"env:HOME\"}\n"
      try Data(evil.utf8).write(to: URL(fileURLWithPath: file))
      for url in ["/x", "\(server.url)/x"] {
        let refused = try home.run("send", url)
        #expect(refused.code == 2 && refused.errorOutput.contains("weir trust"))
      }
      #expect(server.takeAll().isEmpty)
    }
  }

  @Test func `a wrong weir.yaml ends every command with its place and the nearest key`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      let file = URL(fileURLWithPath: "\(home.workingFolder)/weir.yaml")
      try Data("gateways:\n  api:\n    url: https://a\n    header: {X: 1}\n".utf8).write(to: file)
      let refused = try home.run("send", "https://a.example")
      #expect(refused.code == 2)
      #expect(refused.errorOutput.contains("weir.yaml:4:5"))
      #expect(refused.errorOutput.contains("`headers`"))
    }
  }
}
