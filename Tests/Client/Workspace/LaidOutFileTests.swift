import ClientModel
import ClientWorkspace
import Foundation
import Testing

/// An edit of one value leaves every other byte of a file that a person laid out.
@Suite struct LaidOutFileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("name: x\n", to: "weir.yaml")
  }

  private func bytes(_ kind: LaidOutFile.Kind) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(kind.path)")))
  }

  /// Changes the value that the kind names.
  private func edit(_ kind: LaidOutFile.Kind) throws {
    let workspace = try Workspace.open(folder.path)
    switch kind {
    case .request:
      let name = try #require(RequestName("r"))
      var draft = try workspace.load(name)
      draft.url = "http://a.example/two"
      try workspace.save(draft, as: name)
      #expect(try workspace.load(name) == draft)
    case .environments:
      try workspace.setValue("8", of: "book", inEnvironment: "dev")
      #expect(try workspace.environments().layered("dev").values["book"] == "8")
    case .gateways: _ = try workspace.makeDefaultGateway("old")
    case .graph:
      var plan = try workspace.graph("g")
      let step = try #require(plan.steps.firstIndex { $0.name == "user" })
      plan.steps[step].work = .request("users/one")
      try workspace.save(plan, as: try #require(RequestName("g")))
      #expect(try workspace.graph("g") == plan)
    }
  }

  @Test(arguments: LaidOutFile.all)
  func `an edit changes the bytes of its value and no others`(file: LaidOutFile) throws {
    try folder.write(file.before, to: file.kind.path)
    try edit(file.kind)
    let after = String(decoding: try bytes(file.kind), as: UTF8.self)
    #expect(after.utf8.elementsEqual(file.after.utf8), "\(after)")
  }

  @Test(arguments: LaidOutFile.all.filter { $0.kind == .request && !$0.text.contains("&") })
  func `an edit that is taken back leaves the request as it was`(file: LaidOutFile) throws {
    try folder.write(file.before, to: file.kind.path)
    let workspace = try Workspace.open(folder.path)
    let name = try #require(RequestName("r"))
    let draft = try workspace.load(name)
    try edit(.request)
    try workspace.save(draft, as: name)
    #expect(try bytes(.request) == Array(file.before.utf8))
  }

  @Test(
    arguments: [
      (.request, "url: http://a.example/one\n---\nurl: http://a.example/b\n"),
      (.request, "url: http://a.example/one\nurl: http://a.example/b\n"),
      (.environments, "environments:\n  dev: {book: 7}\n---\nenvironments: {}\n"),
      (.environments, "environments:\n\tdev: {book: 7}\n"),
      (.environments, "environments: {dev: {book: 7, book: 8}}\n"),
      (.gateways, "gateways: {api: {url: https://a}, old: {url: https://b}}\n--- # more\n"),
      (.graph, "steps: {user: {request: users/get}}\n---\nsteps: {}\n"),
      (.graph, "steps: {user: {request: *users}}\n"),
    ] as [(LaidOutFile.Kind, String)])
  func `a file that cannot be read is not changed`(kind: LaidOutFile.Kind, text: String) throws {
    try folder.write(text, to: kind.path)
    #expect(throws: WorkspaceProblem.self) { try edit(kind) }
    #expect(try bytes(kind) == Array(text.utf8))
  }
}
