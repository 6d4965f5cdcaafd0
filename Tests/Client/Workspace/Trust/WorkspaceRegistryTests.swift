import ClientModel
import Testing

@testable import ClientWorkspace

/// The id of a workspace counts only in folders that were registered with it.
struct WorkspaceRegistryTests {
  private let state: TemporaryFolder
  private let mine: TemporaryFolder
  private let other: TemporaryFolder
  private let id: WorkspaceID

  private var registry: WorkspaceRegistry { WorkspaceRegistry(in: state.path) }
  private var accepted: String { "\(state.path)/trust" }

  init() throws {
    (state, mine, other) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
    id = try #require(WorkspaceID("abcdefgh23456789"))
    for folder in [mine, other] { try folder.write("id: \(id.text)\n", to: "weir.yaml") }
  }

  private func workspace(_ folder: TemporaryFolder) throws -> Workspace {
    try Workspace.open(folder.path)
  }

  private func trust(_ folder: TemporaryFolder) throws {
    let workspace = try workspace(folder)
    _ = try WorkspaceTrust.examine(workspace, accepted: accepted)
      .accept(workspace, accepted: accepted)
  }

  private func identity(
    _ folder: TemporaryFolder, _ standing: WorkspaceTrust.State = .trusted
  ) throws -> String {
    registry.identity(of: try workspace(folder), standing)
  }

  private func found(
    _ identity: String, where hasItem: (Workspace) -> Bool = { _ in true }
  ) throws -> String {
    try registry.workspace(of: identity, accepted: accepted, where: hasItem).root
  }

  // MARK: The identity of a folder

  @Test func `a folder with a copied id is identified by its path`() throws {
    try trust(mine)
    #expect(try identity(mine) == id.text)
    #expect(try identity(other) == other.path)
    #expect(try identity(other, .untrusted) == other.path)
    #expect(try found(id.text) == mine.path)
    #expect(registry.folder(of: id.text) == mine.path)
  }

  @Test func `trust registers a folder, and a later edit does not end that`() throws {
    #expect(try identity(mine) == mine.path)
    try trust(mine)
    try mine.write("url: /\n", to: "requests/new.yaml")
    #expect(try identity(mine, .untrusted) == id.text)
    #expect(try found(id.text) == mine.path)
  }

  @Test func `an edited id counts only after the folder was trusted with it`() throws {
    try trust(mine)
    let second = try #require(WorkspaceID("second2222222222"))
    try mine.write("id: \(second.text)\n", to: "weir.yaml")
    #expect(try identity(mine) == mine.path)
    try trust(mine)
    #expect(try identity(mine) == second.text)
  }

  @Test func `a change by Weir preserves the trust and registers nothing`() throws {
    let plain = try TemporaryFolder()
    try plain.write("name: plain\n", to: "weir.yaml")
    try trust(plain)
    let workspace = try workspace(plain)
    let trust = try WorkspaceTrust.preserving(workspace, accepted: accepted) {
      () throws(WorkspaceProblem) in _ = try workspace.replaceSettings("id: \(id.text)\n")
    }
    #expect(trust.state == .trusted)
    #expect(try identity(plain) == plain.path)
  }

  @Test func `the id that was examined is registered, not the one that was read before`() throws {
    let opened = try workspace(mine)
    try mine.write("name: mine\n", to: "weir.yaml")
    let examined = try WorkspaceTrust.examine(opened, accepted: accepted)
    _ = try examined.accept(opened, accepted: accepted)
    #expect(registry.folders(of: id) == [])
    try mine.write("id: \(id.text)\n", to: "weir.yaml")
    _ = try examined.accept(opened, accepted: accepted)
    #expect(registry.folders(of: id) == [])
  }

  @Test func `an untrusted folder that shares its id is identified by its path`() throws {
    try trust(mine)
    try trust(other)
    #expect(try [identity(mine), identity(other)] == [id.text, id.text])
    #expect(try identity(other, .untrusted) == other.path)
  }

  @Test func `a record that cannot be read registers no folder`() throws {
    try trust(mine)
    try state.write("x", to: "elsewhere")
    let other = WorkspaceRegistry(in: "\(state.path)/missing")
    #expect(other.identity(of: try workspace(mine), .trusted) == mine.path)
    #expect(other.folders == [:])
    #expect(throws: WorkspaceProblem.self) { try other.register(mine.path, as: id) }
  }

  // MARK: The folder of an identity

  @Test func `the last registered folder is used that has the id and is trusted`() throws {
    try trust(mine)
    try trust(other)
    #expect(registry.folders(of: id) == [other.path, mine.path])
    #expect(registry.folders == [id.text: other.path])
    #expect(try found(id.text) == other.path)
    try trust(mine)
    #expect(try found(id.text) == mine.path)
    try mine.write("url: /\n", to: "requests/new.yaml")
    #expect(try found(id.text) == other.path, "mine is no longer trusted")
    try other.write("name: other\n", to: "weir.yaml")
    #expect(try found(id.text) == mine.path, "other no longer has the id")
  }

  @Test func `of two trusted folders the one that has the gateway is used`() throws {
    try mine.write("id: \(id.text)\ngateways: {new: {url: https://a.example}}\n", to: "weir.yaml")
    try trust(mine)
    try trust(other)
    #expect(try found(id.text) { $0.settings.gateways["new"] != nil } == mine.path)
    #expect(try found(id.text) { $0.settings.gateways["none"] != nil } == other.path)
  }

  @Test func `an id without a folder is a problem that says what to do`() throws {
    for _ in 0..<2 {
      do throws(WorkspaceProblem) {
        _ = try registry.workspace(of: id.text, accepted: accepted) { _ in true }
        Issue.record("found")
      } catch {
        #expect(error.what == "The workspace with the id \(id.text) was not found.")
        #expect(error.why.contains("trusted with this id") || error.why.contains(mine.path))
        #expect(error.whatToDo.contains("weir trust"))
      }
      try trust(mine)
      try mine.write("name: mine\n", to: "weir.yaml")
    }
    #expect(registry.folder(of: id.text) == mine.path)
    #expect(registry.folder(of: "unknown222222222") == "unknown222222222")
  }

  @Test func `jobs of the time before the id find their folder by its path`() throws {
    try trust(mine)
    #expect(try found(mine.path) == mine.path)
    #expect(registry.folder(of: mine.path) == mine.path)
  }

  @Test func `a folder that is no workspace any more leaves the record`() throws {
    try trust(mine)
    try registry.register("/nowhere/at/all", as: id)
    #expect(registry.folders(of: id) == ["/nowhere/at/all", mine.path])
    try registry.register(other.path, as: id)
    #expect(registry.folders(of: id) == [other.path, mine.path])
  }
}
