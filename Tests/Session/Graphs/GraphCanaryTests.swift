import Foundation
import TestSupport
import TestTraits
import Testing

/// Secrets that go through a graph: its requests, the values its steps take, what its programs get (I11, X4).
@Suite(.serialized, .usesSystem(minutes: 5)) struct GraphCanaryTests {
  /// Answers with what was sent in `Authorization`, as a service does that gives out a session.
  private func echo() throws -> ConnectionServer {
    try ConnectionServer { connection in
      while let request = connection.takeRequest() {
        let sent = request.header("authorization") ?? request.header("x-token") ?? "none"
        let body = "{\"session\":\"\(sent)\"}"
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        guard connection.send(head + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"),
          request.keepsAlive
        else { return }
      }
    }
  }

  private static let graph = """
    on-failure: continue
    steps:
      login: { request: login }
      typed: { request: typed, after: [login] }
      use: { request: use, inputs: { token: { from: login, pointer: /session } } }
      count: { jq: '.t | length', inputs: { t: { from: login, pointer: /session } } }
      told: { command: [./told.sh], inputs: { t: { from: login, pointer: /session } } }
      late: { request: use, inputs: { token: { from: told, pointer: /t } } }
    """

  @Test func `secrets of graphs, their values and their programs stand nowhere in clear`()
    async throws
  {
    try await onOwnThread {
      let server = try echo()
      let home = try WeirHome()
      var search = SecretSearch()
      let reference = search.secret("a reference in a request")
      let value = search.secret("a secret value of an environment")
      let variable = search.secret("a variable of the command line")
      for (path, text) in [
        "weir.yaml": "name: Canaries\ngateway: api\ngateways:\n  api:\n    url: \"{{base}}\"\n",
        "environments.yaml":
          "shared: {base: \"http://127.0.0.1:\(server.port)\", key: \"env:WEIR_CANARY_KEY\"}\n",
        "requests/login.yaml": "url: /login\nauth: {bearer: env:WEIR_CANARY}\n",
        "requests/typed.yaml":
          "url: /typed\nheaders: {X-Token: \"{{key}}\", Authorization: \"Bearer {{more}}\"}\n",
        "requests/use.yaml": "url: /use\nheaders: {Authorization: \"{{token}}\"}\n",
        "graphs/flow.yaml": Self.graph,
      ] { try home.folder.write("work/\(path)", text) }
      let script = try home.folder.write("work/told.sh", "#!/bin/sh\ncat\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
      #expect(try home.run("trust").code == 0)
      let environment = [
        "WEIR_CANARY": reference, "WEIR_CANARY_KEY": value, "WEIR_LOG": "debug",
      ]
      let watch = try home.start("queue", "watch", "--format", "json", environment: environment)
      defer { watch.kill(SIGKILL) }
      var outputs: [String] = []
      func run(_ words: String...) throws -> WeirHome.Finished {
        let finished = try home.run(words, environment: environment)
        outputs.append(finished.output + finished.errorOutput)
        return finished
      }
      let ran = try run("run", "flow", "--var", "more=\(variable)")
      #expect(ran.lines.first?.contains("6 of 6") == true, "\(ran.output) \(ran.errorOutput)")
      #expect(try run("run", "--queue", "flow", "--var", "more=\(variable)").lines == ["g2"])
      _ = try run("queue", "export")
      #expect(try run("queue", "run", "--until-idle").code == 0)
      for words in [
        ["queue", "list", "--format", "json"], ["history", "--format", "json"], ["show", "g1"],
        ["show", "g2"], ["doctor"], ["show", "1", "--headers"],
        ["show", "3", "--curl"],
      ] { outputs.append(try home.run(words, environment: environment).output) }
      // What came is printed as it came; what was sent is not.
      let wire = try home.run("show", "3", "--wire", environment: environment).lines
      outputs.append(wire.filter { $0.hasPrefix(">") }.joined(separator: "\n"))
      #expect(outputs.last?.contains("Authorization") == true, "\(wire)")
      for output in outputs { search.look(at: output, "what was printed: \(output.prefix(40))") }
      search.look(at: String(decoding: watch.output, as: UTF8.self), "the events")
      #expect(search.look(atFilesOf: home) > 2)
      print("graph canaries \(search.secrets.count), hits \(search.hits.count)")
      #expect(search.hits == [])
    }
  }
}
