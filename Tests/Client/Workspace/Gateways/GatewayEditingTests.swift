import ClientModel
import ClientWorkspace
import Foundation
import Testing

struct GatewayEditingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func workspace(_ text: String) throws -> Workspace {
    try folder.write(text, to: "weir.yaml")
    return try Workspace.open(folder.path)
  }

  private var text: String {
    get throws { try String(contentsOfFile: "\(folder.path)/weir.yaml", encoding: .utf8) }
  }

  private static let commented = """
    # The shop.
    name: Shop   # shown
    gateways:
      # the live one
      api:
        url: https://a.example  # here
        headers:
          # for them
          X: "1"

      # the old one
      old:
        url: https://b.example

    # what follows
    environment: dev

    """

  @Test func `a new gateway comes after the others and nothing else changes`() throws {
    let changed = try workspace(Self.commented).addGateway("new", url: "{{base}}/v1")
    #expect(changed.settings.gateways.names == ["api", "old", "new"])
    #expect(
      try text
        == Self.commented.split(separator: "    url: https://b.example\n").joined(
          separator: "    url: https://b.example\n  new:\n    url: \"{{base}}/v1\"\n"))
    #expect(try changed.line(ofGateway: "new") == 14)
    #expect(try Workspace.open(folder.path) == changed)
  }

  @Test func `the first gateway makes the section`() throws {
    let changed = try workspace("name: x\n").addGateway("api", url: "https://a")
    #expect(changed.settings.gateways["api"]?.url == "https://a")
    #expect(try text == "name: x\ngateways:\n  api:\n    url: https://a\n")
  }

  @Test func `deleting takes the gateway's lines and the default that named it`() throws {
    let marked = "gateway: api # mine\n" + Self.commented
    let changed = try workspace(marked).deleteGateway("api")
    #expect(changed.settings.gateways.names == ["old"])
    #expect(changed.settings.gateways.standard == nil)
    let left = try text
    #expect(!left.contains("gateway: api") && !left.contains("a.example"))
    #expect(left.contains("# the old one") && left.contains("# what follows"))
    let none = try Workspace.open(folder.path).deleteGateway("old")
    #expect(none.settings.gateways.isEmpty)
  }

  @Test func `making a default adds or changes one line`() throws {
    let once = try workspace(Self.commented).makeDefaultGateway("old")
    #expect(once.settings.gateways.standard == "old")
    let twice = try once.makeDefaultGateway("api")
    #expect(twice.settings.gateways.standard == "api")
    #expect(try text.contains("gateway: api\ngateways:\n"))
  }

  @Test func `gateways in braces are edited between them`() throws {
    let line = "gateways: {api: {url: https://a}, b: {url: https://b}}  # both\n"
    _ = try workspace(line).deleteGateway("api")
    #expect(try text == "gateways: {b: {url: https://b}}  # both\n")
    _ = try workspace(line).addGateway("c", url: "https://c")
    #expect(
      try text
        == "gateways: {api: {url: https://a}, b: {url: https://b}, c: {url: https://c}}  # both\n")
    _ = try workspace("gateways: {api: {url: https://a},\n  b: {url: https://b}}\n")
      .deleteGateway("b")
    #expect(try text == "gateways: {api: {url: https://a},\n  }\n")
  }

  @Test func `a gateway that an endpoint uses is not deleted`() throws {
    let workspace = try workspace(
      "gateways:\n  api:\n    url: https://a\nendpoints:\n  e: {gateway: api, path: /x}\n")
    do {
      _ = try workspace.deleteGateway("api")
      Issue.record("deleted")
    } catch { #expect(error.why.contains("`api`")) }
  }

  @Test func `an edited text that cannot be read is refused with its place`() throws {
    let workspace = try workspace(Self.commented)
    do {
      _ = try workspace.replaceSettings("gateways:\n  api: {ulr: x}\n")
      Issue.record("written")
    } catch { #expect(error.place?.description == "weir.yaml:2:9") }
    #expect(try text == Self.commented)
    #expect(
      try workspace.replaceSettings("gateways:\n  z: {url: https://z}\n").settings.gateways.names
        == ["z"])
  }

  @Test func `a taken name is refused`() throws {
    let workspace = try workspace(Self.commented)
    #expect(throws: WorkspaceProblem.self) { _ = try workspace.addGateway("api", url: "https://x") }
  }
}
