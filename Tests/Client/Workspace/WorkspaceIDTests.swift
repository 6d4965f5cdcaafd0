import ClientModel
import TestSupport
import Testing

@testable import ClientWorkspace

/// The id in `weir.yaml`.
struct WorkspaceIDTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: 0..<200)
  func `a new id has the form that the reader expects`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (one, two) = (WorkspaceID(using: &random), WorkspaceID(using: &random))
    #expect(one.text.utf8.count == 16 && WorkspaceID(one.text) == one, "\(seed)")
    #expect(one != two, "\(seed)")
    try folder.write("id: \(one.text)\n", to: "weir.yaml")
    #expect(try Workspace.open(folder.path).settings.id == one, "\(seed)")
  }

  @Test(arguments: [
    "", "/home/ada/shop", "../../../etc/x1234", "*", "abcdefgh2345678", "2bcdefgh23456789",
    "ABCDEFGH23456789", "abcdefgh-3456789", "abcdefgh2345678é",
    String(repeating: "a", count: 65),
  ])
  func `other texts are not ids`(_ text: String) { #expect(WorkspaceID(text) == nil) }

  @Test func `an id of another form is refused with its position`() throws {
    try folder.write("name: shop\nid: My Shop\n", to: "weir.yaml")
    do throws(WorkspaceProblem) {
      _ = try Workspace.open(folder.path)
      Issue.record("opened")
    } catch {
      #expect(error.what.contains("weir.yaml:2"), "\(error.what)")
      #expect(error.why.contains("`id` must be 16 to 64 lowercase letters and digits"))
      #expect(error.whatToDo.contains("weir init"))
    }
  }

  @Test func `a new workspace has its id, and one can do without`() throws {
    var random = SystemRandomNumberGenerator()
    let id = WorkspaceID(using: &random)
    try Workspace.create(in: folder.path, id: id)
    #expect(try Workspace.open(folder.path).settings.id == id)
    let other = try TemporaryFolder()
    try Workspace.create(in: other.path)
    #expect(try Workspace.open(other.path).settings.id == nil)
  }

  @Test(arguments: [
    ("# Mine.\nname: shop # the shop\n\nsecrets: {names: [a]}\n", "name: shop # the shop\n"),
    ("gateways:\n  api: {url: \"https://a.example\"}\n", ""), ("# Nothing yet.\n", ""), ("", ""),
    ("{}\n", ""), ("id:\nname: shop\r\n", ""),
  ])
  func `an id is added to a file, and the other lines stay`(_ before: String, _ line: String) throws
  {
    let id = try #require(WorkspaceID("abcdefgh23456789"))
    try folder.write(before, to: "weir.yaml")
    let workspace = try Workspace.open(folder.path)
    let changed = try workspace.adding(id)
    #expect(changed.settings.id == id && changed.settings.name == workspace.settings.name)
    #expect(changed.settings.gateways == workspace.settings.gateways)
    #expect(try Workspace.open(folder.path) == changed)
    let after = try changed.settingsText()
    #expect(after.contains("\(line)id: abcdefgh23456789") || line.isEmpty, "\(after)")
    for kept in before.split(whereSeparator: \.isNewline)
    where !["{}", "id:"].contains(String(kept)) {
      #expect(after.contains(kept), "\(after)")
    }
  }
}
