import ClientModel
import ClientWorkspace
import Foundation
import TestSupport
import Testing

/// Saving changes the lines of a file that the edit names and no others, in the file's encoding.
@Suite struct EditedFileTests {
  let folder: TemporaryFolder
  let workspace: Workspace

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("name: x\n", to: "weir.yaml")
    workspace = try Workspace.open(folder.path)
  }

  private func saved(_ text: String, _ change: (inout Draft) -> Void) throws -> String {
    try folder.write(text, to: "requests/r.yaml")
    let name = try #require(RequestName("r"))
    var draft = try workspace.load(name)
    change(&draft)
    try workspace.save(draft, as: name)
    #expect(try workspace.load(name) == draft)
    return try workspace.text(of: name)
  }

  private static let file = """
    # Ask Ada before changing this.
    url: "http://a.example/one"   # staging
    method: POST

    headers: {X-A: one, "X-B": 'two'}   # needed by the gateway
    query:
    - {name: q, value: 7}      # pages
    - name: off
      value: x
      off: true
    body:
        # as the shop has it
        json: |
            {
              "a": 1
            }
    auth: {bearer: env:T}
    assert: [status 200]
    # the end

    """

  @Test func `a request that is saved as it was read stays byte for byte`() throws {
    #expect(try saved(Self.file) { _ in } == Self.file)
    let bare = "{url: http://a.example}"
    #expect(try saved(bare) { _ in } == bare)
  }

  @Test(arguments: [
    ("\"http://a.example/one\"", "\"http://a.example/two\""), ("X-A: one", "X-A: 1 2"),
    ("method: POST", "method: PUT"), ("value: 7", "value: 8"), ("\"a\": 1", "\"a\": 2"),
    ("status 200", "status 2xx"), ("env:T", "env:U"), ("  off: true\n", ""),
  ])
  func `a changed value changes its line alone`(old: String, new: String) throws {
    let expected = Self.file.replacing(old, with: new)
    let other = try TemporaryFolder()
    try other.write("name: x\n", to: "weir.yaml")
    try other.write(expected, to: "requests/r.yaml")
    let name = try #require(RequestName("r"))
    let wanted = try Workspace.open(other.path).load(name)
    let after = try saved(Self.file) { $0 = wanted }
    let before = Self.file.split(separator: "\n", omittingEmptySubsequences: false)
    let lines = after.split(separator: "\n", omittingEmptySubsequences: false)
    let difference = lines.difference(from: before)
    #expect(difference.insertions.count <= 1 && difference.removals.count == 1, "\(after)")
  }

  @Test func `new parts come where a new file has them`() throws {
    let text = "# one\nurl: http://a.example  # where\nassert: [status 200]\n"
    let after = try saved(text) { draft in
      draft.method = "POST"
      draft.headers = [DraftField("X", "1")]
      draft.body = .json("{}")
    }
    #expect(
      after
        == "# one\nmethod: POST\nurl: http://a.example  # where\nheaders:\n  X: \"1\"\nbody:\n  json: \"{}\"\nassert: [status 200]\n"
    )
    #expect(
      try saved(after) { $0.headers = [] } == after.replacing("headers:\n  X: \"1\"\n", with: ""))
  }

  @Test func `a renamed header stays in its place`() throws {
    let text = "url: http://a.example\nheaders:\n  X-A: a  # first\n  X-B: b  # second\n"
    #expect(
      try saved(text) { $0.headers[0] = DraftField("X-C", "a") }
        == text.replacing("X-A", with: "X-C"))
    #expect(
      try saved(text) { $0.headers.swapAt(0, 1) }.hasPrefix("url: http://a.example\nheaders:\n"))
  }

  @Test func `the name that a file says stays`() throws {
    let text = "name: r  # the same\nurl: http://a.example\n"
    #expect(
      try saved(text) { $0.url = "http://b.example" }
        == "name: r  # the same\nurl: http://b.example\n")
  }

  @Test func `an anchor and its aliases keep what they mean`() throws {
    let text = "url: http://a.example\nheaders: {X: &t env:T, Y: *t}\nquery: {k: *t}\n"
    #expect(
      try saved(text) { $0.headers[0].value = "env:U" }
        == "url: http://a.example\nheaders: {X: env:U, Y: &t env:T}\nquery: {k: *t}\n")
  }

  @Test func `line ends of another system stay`() throws {
    let text = "# one\r\nurl: http://a.example\r\nassert:\r\n- status 200\r\n"
    #expect(
      try saved(text) { $0.assertions.append("status 2xx") } == text + "- status 2xx\r\n")
  }

  @Test(arguments: ["utf-8-sig", "utf-16-le", "utf-16-be", "utf-16-le-sig", "utf-32-be-sig"])
  func `the encoding of a file stays`(name: String) throws {
    let text = (name.hasSuffix("-sig") ? "\u{FEFF}" : "") + "url: http://a.example/é  # où\n"
    let encoding: String.Encoding =
      switch name {
      case "utf-16-le", "utf-16-le-sig": .utf16LittleEndian
      case "utf-16-be": .utf16BigEndian
      case "utf-32-be-sig": .utf32BigEndian
      default: .utf8
      }
    let path = URL(fileURLWithPath: folder.path + "/requests/e.yaml")
    try folder.write("", to: "requests/e.yaml")
    try #require(text.data(using: encoding)).write(to: path)
    let request = try #require(RequestName("e"))
    var draft = try workspace.load(request)
    #expect(draft.url == "http://a.example/é")
    draft.url = "http://b.example/ü"
    try workspace.save(draft, as: request)
    let wanted = text.replacingOccurrences(of: "http://a.example/é", with: "http://b.example/ü")
    #expect(try Data(contentsOf: path) == wanted.data(using: encoding))
    #expect(workspace.heads(of: [request])["e"]?.method == "GET")
  }

  @Test func `a mark of the byte order is no obstacle in any file`() throws {
    try folder.write("\u{FEFF}name: y\ngateways:\n  api: {url: http://a}\n", to: "weir.yaml")
    try folder.write("\u{FEFF}environments:\n  dev: {a: b}\n", to: "environments.yaml")
    try folder.write("\u{FEFF}steps:\n  one: {request: r}\n", to: "graphs/g.yaml")
    try folder.write("\u{FEFF}method: PUT\nurl: http://a\n", to: "requests/r.yaml")
    let workspace = try Workspace.open(folder.path)
    #expect(workspace.settings.gateways.names == ["api"])
    try workspace.setValue("c", of: "a", inEnvironment: "dev")
    #expect(try workspace.environmentsText() == "\u{FEFF}environments:\n  dev: {a: c}\n")
    #expect(try workspace.graph("g").steps.count == 1)
    #expect(workspace.heads(of: [try #require(RequestName("r"))])["r"]?.method == "PUT")
  }

  @Test func `a graph is saved in the words of its file`() throws {
    let text = """
      # Log in first.
      steps:
        login: {request: auth/login}   # the token

        user:
          request: users/get
          after: [login]
      """
    try folder.write(text, to: "graphs/g.yaml")
    let name = try #require(RequestName("g"))
    var plan = try workspace.graph("g")
    try workspace.save(plan, as: name)
    #expect(try String(contentsOfFile: folder.path + "/graphs/g.yaml", encoding: .utf8) == text)
    plan.steps[1].work = .request("users/one")
    try workspace.save(plan, as: name)
    #expect(
      try String(contentsOfFile: folder.path + "/graphs/g.yaml", encoding: .utf8)
        == text.replacing("users/get", with: "users/one"))
  }
}
