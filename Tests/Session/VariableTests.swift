import TestSupport
import TestTraits
import Testing

/// Where the value of a `{{name}}` comes from.
@Suite(.usesSystem(minutes: 5)) struct VariableTests {
  @Test func `--var overrides the environment, which overrides the shared values`() async throws {
    try await onOwnThread {
      let server = try AnsweringServer { _ in AnsweringServer.response() }
      let home = try WeirHome()
      try home.folder.write("work/weir.yaml", "name: w\n")
      try home.folder.write(
        "work/environments.yaml",
        "shared: {a: s, b: s, c: s}\nenvironments: {dev: {b: e, c: e}}\n")
      let sent = try home.run(
        "send", "--workspace", home.folder.path("work"), "--env", "dev", "--var", "c=v=1",
        "\(server.url)/{{a}}/{{b}}/{{c}}")
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(server.requests.map(\.target) == ["/s/e/v=1"])
    }
  }

  @Test func `files of the workspace, private files and a response fill a request`() async throws {
    try await onOwnThread {
      let server = try AnsweringServer { _ in
        AnsweringServer.response(200, #"{"value": "{{token}}"}"#)
      }
      let home = try WeirHome()
      try home.folder.write("work/weir.yaml", "name: w\n")
      try home.folder.write(
        "work/environments.yaml",
        "shared: {base: '{{host:-\(server.url)}}', key: 'Key {{token}}'}\nenvironments: {dev: {}}\n"
      )
      try home.folder.write("work/.env", "token=of-all\n")
      try home.folder.write("work/.env.dev", "export token='t0ken'\r\n")
      try home.folder.write(
        "work/requests/a/folder.yaml", "variables: {part: x}\nheaders: {X-Key: '{{key}}'}\n")
      try home.folder.write(
        "work/requests/a/r.yaml",
        "method: POST\nurl: '{{base}}/{{part}}'\nbody: {text: '{{v:-none}}'}\n")
      try home.folder.write(
        "work/graphs/g.yaml",
        """
        steps:
          first: {request: a/r}
          second: {request: a/r, needs: [first], inputs: {v: {from: first, pointer: /value}}}
        """)
      let refused = try home.run("run", "a/r", "--env", "dev")
      #expect(refused.code == 2 && refused.errorOutput.contains("not trusted"))
      #expect(server.requests.isEmpty)
      #expect(try home.run("trust").code == 0)
      let given = try home.run("run", "graphs/g", "--env", "dev", "--var", "part=given")
      #expect(given.code == 0, "\(given.errorOutput)")
      #expect(server.requests.map(\.target) == ["/given", "/given"])
      let sent = try home.run("run", "graphs/g", "--env", "dev")
      #expect(sent.code == 0, "\(sent.errorOutput)")
      let last = server.requests.suffix(2)
      #expect(last.map(\.target) == ["/x", "/x"])
      #expect(last.map { $0.header("X-Key") } == ["Key t0ken", "Key t0ken"])
      // The response's text names a variable, and is sent as it is.
      #expect(
        last.map { String(decoding: $0.body, as: UTF8.self) } == ["none", "{{token}}"])
      let listed = try home.run("variables", "--env", "dev", "--request", "a/r")
      #expect(listed.output.contains(/key +•+ +shared/) && !listed.output.contains("t0ken"))
      #expect(listed.output.contains(/token +•+ +\.env\.dev +\.env/))
      #expect(listed.output.contains("requests/a/folder.yaml"))
    }
  }
}
