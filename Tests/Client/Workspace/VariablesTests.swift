import ClientModel
import ClientPipeline
import Foundation
import Testing

@testable import ClientWorkspace

/// The variables of a workspace's files.
struct VariablesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("secrets: {plain: [HOST]}\n", to: "weir.yaml")
    try folder.write(
      "shared: {a: shared, HOST: shared}\nenvironments: {dev: {b: dev, TOKEN: dev}, live: {}}\n",
      to: "environments.yaml")
  }

  private var workspace: Workspace { get throws { try Workspace.open(folder.path) } }

  private func value(_ name: String, _ environment: Environment) throws -> SensitiveText? {
    try environment.value(of: name)
  }

  @Test func `private files override the values for the same requests`() throws {
    try folder.write("HOST=env\nTOKEN=env\nb=env\n", to: ".env")
    try folder.write("TOKEN=\"of dev\"\nempty=\n", to: ".env.dev")
    let none = try workspace.variables(of: nil)
    #expect(try value("HOST", none) == "env" && value("TOKEN", none) == .secret("env"))
    #expect(try value("b", none) == .secret("env") && value("empty", none) == nil)
    let dev = try workspace.variables(of: "dev", given: ["HOST": "mine"])
    #expect(try value("b", dev) == "dev" && value("TOKEN", dev) == .secret("of dev"))
    #expect(try value("HOST", dev) == "mine" && value("empty", dev) == "")
    #expect(
      dev.sources["TOKEN"] == [.file(".env.dev"), .environment("dev"), .file(".env")])
    #expect(try value("TOKEN", workspace.variables(of: "live")) == .secret("env"))
  }

  @Test func `a value of a private file is neither expanded nor a reference`() throws {
    try folder.write("TOKEN={{a}}\nHOST=env:HOME\n", to: ".env")
    let values = try workspace.variables(of: nil)
    #expect(try value("TOKEN", values) == .secret("{{a}}"))
    #expect(try value("HOST", values) == "env:HOME")
  }

  @Test func `folders define variables and headers, and the nearest takes precedence`() throws {
    try folder.write("variables: {a: top, c: \"{{a}}\"}\n", to: "requests/folder.yaml")
    try folder.write(
      "variables: {a: near}\nheaders: {X-Team: red}\n", to: "requests/x/y/folder.yaml")
    try folder.write("url: u\n", to: "requests/x/y/r.yaml")
    let values = try workspace.variables(of: nil)
    #expect(try value("a", values) == "shared" && value("c", values) == nil)
    #expect(try value("c", values.inside("")) == "top" && value("c", values.inside("x")) == "top")
    #expect(try value("c", values.inside("x/y")) == "near")
    #expect(values.inside("x/y").headers(inside: "x/y") == [DraftField("X-Team", "red")])
    #expect(
      values.inside("x/y").sources["a"] == [.folder("x/y"), .folder(""), .shared])
    let given = try workspace.variables(of: nil, given: ["a": "{{c}}"]).inside("x/y")
    #expect(try value("c", given) == "{{c}}")
    #expect(try workspace.requestNames().map(\.path) == ["x/y/r"])
  }

  @Test func `the file of a folder is not a request`() throws {
    let name = try #require(RequestName("x/folder"))
    let workspace = try workspace
    let saving = #expect(throws: WorkspaceProblem.self) {
      try workspace.save(Draft(url: "u"), as: name)
    }
    let loading = #expect(throws: WorkspaceProblem.self) { _ = try workspace.load(name) }
    for problem in [saving, loading] {
      #expect(problem?.why.contains("variables and headers") == true)
    }
    #expect(!workspace.hasRequest("x/folder"))
  }

  @Test(arguments: [
    ("requests/a/folder.yaml", "url: x\n", "url"), ("requests/folder.yaml", "headers: 1\n", "1:10"),
    (".env", "A='\n", "1:3"),
  ])
  func `an invalid file is an error with its place`(file: String, text: String, part: String) throws
  {
    try folder.write(text, to: file)
    let problem = #expect(throws: WorkspaceProblem.self) { try workspace.variables(of: nil) }
    #expect(problem?.place?.file == file)
    #expect(
      "\(String(describing: problem))".contains(part)
        || problem?.place.map { "\($0.line):\($0.column)" } == part)
  }

  @Test func `a folder or an outer link of that name is not read`() throws {
    try folder.write("x=1\n", to: ".env/bin")
    symlink("/etc/passwd", "\(folder.path)/.env.dev")
    #expect(try workspace.variables(of: "dev").value(of: "b") == "dev")
    _ = try WorkspaceTrust.examine(workspace, accepted: "\(folder.path)/trust")
  }

  @Test func `a changed private file ends the trust, and no copy of it is stored`() throws {
    let state = try TemporaryFolder()
    let list = "\(state.path)/trust"
    try folder.write("TOKEN=c4nary\n", to: ".env")
    let workspace = try workspace
    _ = try WorkspaceTrust.examine(workspace, accepted: list).accept(workspace, accepted: list)
    #expect(try WorkspaceTrust.examine(workspace, accepted: list).state == .trusted)
    try folder.write("TOKEN=c4nary2\n", to: ".env")
    let changed = try WorkspaceTrust.examine(workspace, accepted: list)
    #expect(changed.state == .untrusted)
    let difference = try changed.difference(in: workspace, accepted: list)
    #expect(
      !"\(difference)".contains("c4nary") && "\(difference)".contains("its values are secret"))
    let files = FileManager.default.enumerator(atPath: state.path)?.allObjects as? [String] ?? []
    for file in files {
      guard let bytes = FileManager.default.contents(atPath: "\(state.path)/\(file)") else {
        continue
      }
      #expect(!String(decoding: bytes, as: UTF8.self).contains("c4nary"))
    }
  }

  @Test(arguments: [
    (nil, "# Files with secrets for Weir.\n*.secret\n.env\n.env.*\n"),
    ("build", "build\n# Files with secrets for Weir.\n*.secret\n.env\n.env.*\n"),
    (".env\r\n*.secret\n", ".env\r\n*.secret\n# Files with secrets for Weir.\n.env.*\n"),
    ("*.secret\n.env*\n", "*.secret\n.env*\n"),
  ])
  func `a new workspace ignores files with secrets, and a present file keeps its lines`(
    old: String?, new: String
  ) throws {
    let other = try TemporaryFolder()
    if let old { try other.write(old, to: ".gitignore") }
    let written = try Workspace.create(in: other.path)
    #expect(try WorkspaceFolder(root: other.path).text(".gitignore") == new)
    #expect(written.contains(".gitignore") == (old != new))
  }
}
