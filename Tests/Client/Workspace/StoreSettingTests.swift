import ClientModel
import ClientWorkspace
import ClientYAML
import Testing

/// The server of the store in `weir.yaml` and `config.yaml`.
struct StoreSettingTests {
  private func setting(_ text: String) throws -> StoreSetting {
    try StoreSetting(try YAMLDocument.parse(text, file: "weir.yaml"))
  }

  @Test func `a store is a reference or an address`() throws {
    #expect(
      try setting("{postgres: env:WEIR_STORE}").address == .reference(.environment("WEIR_STORE")))
    for address in [
      "postgresql://ann@db.example/queue", "postgres://db.example", "host=/run/pg dbname=queue",
      "service=weir",
    ] {
      #expect(try setting("{postgres: \"\(address)\"}").address == .literal(Secret(address)))
    }
  }

  @Test(arguments: [
    "{postgres: queue}", "{postgres: \"\"}", "{postgres: mysql://ann:canary@db.example/queue}",
    "{mysql: env:WEIR_STORE}", "{}", "env:WEIR_STORE", "{postgres: [a]}",
  ])
  func `another value is refused with its position, and is not repeated`(text: String) {
    let problem = #expect(throws: YAMLProblem.self) { try setting(text) }
    #expect(problem?.place.line == 1 && problem?.whatToDo.isEmpty == false)
    #expect(problem?.why.contains("canary") == false)
    #expect(problem?.whatToDo.contains("canary") == false)
  }

  @Test func `a workspace names a store`() throws {
    let folder = try TemporaryFolder()
    try folder.write("store: {postgres: env:WEIR_STORE}\n", to: "weir.yaml")
    let workspace = try Workspace.open(folder.path)
    #expect(workspace.settings.store == StoreSetting("env:WEIR_STORE"))
  }
}
