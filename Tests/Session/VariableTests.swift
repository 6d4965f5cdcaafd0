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
}
