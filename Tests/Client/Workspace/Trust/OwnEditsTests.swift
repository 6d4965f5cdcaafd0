import ClientModel
import Foundation
import Glibc
import Testing

@testable import ClientWorkspace

/// Edits of a workspace that only the user can change, with the setting that trusts them.
struct OwnEditsTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (path, text) in Self.files { try folder.write(text, to: path) }
    try folder.write("", to: "state/trust")
    _ = try examined(.asked).accept(try workspace(), accepted: accepted)
  }

  private static let files = [
    "weir.yaml": """
    name: Shop
    gateways:
      api:
        url: https://api.example
        auth: {bearer: "env:TOKEN"}
        headers: {X-Shop: "{{shop}}"}
        options: {timeout: 5}
        middleware: {submit: [{command: [./check.sh]}]}

    """,
    "check.sh": "exit 0\n",
    "environments.yaml": "shared: {shop: one}\n",
    "requests/add.yaml": """
    gateway: api
    method: POST
    path: /books/{{shop}}
    headers: {Accept: text/plain}
    body: {json: {title: one, key: 1}}
    options: {timeout: 5}

    """,
    "requests/old.yaml": "url: https://old.example\n",
    "requests/deep/folder.yaml": "headers: {X-Deep: \"{{shop}}\"}\n",
    "graphs/two.yaml": "serial: [add, old]\n",
    "catalogs/shop.yaml": """
    openapi: 3.1.0
    info: {title: Shop, version: '1'}
    servers: [{url: https://api.example}]
    paths: {/books: {get: {operationId: books, summary: List}}}

    """,
    ".env": "TOKEN=1\n",
  ]

  private var accepted: String { "\(folder.path)/state/trust" }
  private var trusted: OwnEdits { .trusted(home: folder.path) }
  private func workspace() throws -> Workspace { try Workspace.open(folder.path) }

  private func examined(_ edits: OwnEdits) throws -> WorkspaceTrust {
    try WorkspaceTrust.examine(try workspace(), accepted: accepted, edits: edits)
  }

  private func edit(_ path: String, _ old: String, _ new: String) throws {
    let text = try String(contentsOfFile: "\(folder.path)/\(path)", encoding: .utf8)
    try #require(text.contains(old))
    try folder.write(text.replacingOccurrences(of: old, with: new), to: path)
  }

  private func mode(_ path: String, _ mode: mode_t) {
    #expect(chmod("\(folder.path)/\(path)", mode) == 0)
  }

  @Test(arguments: [
    ("requests/add.yaml", "POST", "PUT"),
    ("requests/add.yaml", "/books/{{shop}}", "/papers/{{shop}}/7"),
    ("requests/add.yaml", "title: one", "title: two, size: three"),
    ("requests/add.yaml", "{timeout: 5}", "{timeout: 50, attempts: 2}"),
    ("requests/add.yaml", "text/plain", "text/html"),
    ("requests/add.yaml", "gateway: api", "# A comment.\ngateway: api"),
    ("weir.yaml", "name: Shop", "name: Other"),
    ("weir.yaml", "timeout: 5", "timeout: 9"),
    ("weir.yaml", "X-Shop: \"{{shop}}\"", "X-Shop: \"of {{shop}}\", X-More: one"),
    ("catalogs/shop.yaml", "summary: List", "summary: List books"),
  ]) func `an edit of a free option stays trusted`(
    path: String, old: String, new: String
  ) throws {
    try edit(path, old, new)
    #expect(try examined(.asked).state == .untrusted)
    #expect(try examined(trusted).state == .trusted)
  }

  @Test(arguments: [
    ("requests/add.yaml", "gateway: api", "gateway: other"),
    ("requests/add.yaml", "gateway: api", "gateway: api\nwithout-headers: [X-Shop]"),
    ("requests/add.yaml", "gateway: api", "url: https://other.example"),
    ("requests/add.yaml", "{{shop}}", "{{other}}"),
    ("requests/add.yaml", "text/plain", "'{{token}}'"),
    ("requests/add.yaml", "text/plain", "env:TOKEN"),
    ("requests/add.yaml", "Accept: text/plain", "Host: other.example"),
    ("requests/add.yaml", "{Accept: text/plain}", "[{name: host, value: other.example}]"),
    ("requests/add.yaml", "{json: {title: one, key: 1}}", "{file: ../private}"),
    ("requests/add.yaml", "{timeout: 5}", "{insecure: true}"),
    ("requests/add.yaml", "{timeout: 5}", "{proxy: 'http://proxy.example'}"),
    ("requests/add.yaml", "{timeout: 5}", "{resolve: ['api.example:443:10.0.0.1']}"),
    ("requests/add.yaml", "{timeout: 5}", "[unclosed"),
    ("weir.yaml", "https://api.example", "https://other.example"),
    ("weir.yaml", "env:TOKEN", "env:OTHER"),
    ("weir.yaml", "./check.sh", "./other.sh"),
    ("weir.yaml", "name: Shop", "on_finish: [true]"),
    ("weir.yaml", "name: Shop", "secrets: {plain: [password]}"),
    ("check.sh", "exit 0", "exit 1"),
    ("environments.yaml", "one", "two"),
    ("environments.yaml", "shared:", "production: []\nshared:"),
    ("requests/deep/folder.yaml", "X-Deep", "Host"),
    ("graphs/two.yaml", "add, old", "old, add"),
    ("catalogs/shop.yaml", "https://api.example", "https://other.example"),
    ("catalogs/shop.yaml", "summary: List", "servers: [{url: https://other.example}]"),
    (".env", "TOKEN=1", "TOKEN=2"),
  ]) func `an edit of a reserved option ends the trust`(
    path: String, old: String, new: String
  ) throws {
    try edit(path, old, new)
    #expect(try examined(trusted).state == .untrusted)
  }

  @Test func `each option that the table refuses ends the trust`() throws {
    for row in UntrustedUse.all where row.part == "`options`" && row.rule == .refused {
      for option in row.options {
        try folder.write(
          "gateway: api\noptions: {\(option): value}\n", to: "requests/add.yaml")
        #expect(try examined(trusted).state == .untrusted, "\(option)")
      }
    }
  }

  @Test(arguments: [
    ("requests/new.yaml", "gateway: api\npath: /new\n", WorkspaceTrust.State.trusted),
    ("requests/new.yaml", "gateway: api\npath: /{{shop}}\n", .untrusted),
    // The header of the folder has a variable, which another gateway would receive.
    ("requests/deep/new.yaml", "gateway: api\npath: /new\n", .untrusted),
    ("requests/deep/new.yaml", "path: /new\n", .untrusted),
    ("requests/new.yaml", "url: https://new.example\n", .untrusted),
    ("graphs/new.yaml", "serial: [add]\n", .untrusted),
    (".env.dev", "TOKEN=2\n", .untrusted),
    ("catalogs/new.json", "{\"openapi\": \"3.1.0\", \"info\": {}}\n", .trusted),
    ("catalogs/new.json", "{\"servers\": [{\"url\": \"https://new.example\"}]}\n", .untrusted),
  ]) func `a new file is trusted only if nothing in it is reserved`(
    path: String, text: String, state: WorkspaceTrust.State
  ) throws {
    try folder.write(text, to: path)
    #expect(try examined(trusted).state == state)
  }

  @Test func `a deleted request stays trusted, and deleted headers of a folder do not`() throws {
    unlink("\(folder.path)/requests/old.yaml")
    #expect(try examined(trusted).state == .trusted)
    unlink("\(folder.path)/requests/deep/folder.yaml")
    #expect(try examined(trusted).state == .untrusted)
  }

  @Test func `a workspace that was never accepted is not trusted`() throws {
    let other = try TemporaryFolder()
    try other.write("name: Other\n", to: "weir.yaml")
    let trust = try WorkspaceTrust.examine(
      try Workspace.open(other.path), accepted: accepted, edits: .trusted(home: other.path))
    #expect(trust.state == .untrusted)
  }

  @Test func `a harmless edit records nothing, and the question shows it with the next one`() throws
  {
    try edit("requests/add.yaml", "POST", "PUT")
    #expect(try examined(trusted).state == .trusted)
    try edit("weir.yaml", "https://api.example", "https://other.example")
    let trust = try examined(trusted)
    #expect(trust.state == .untrusted)
    let difference = try trust.difference(in: try workspace(), accepted: accepted)
    #expect(difference.changes.map(\.path) == ["requests/add.yaml", "weir.yaml"])
  }

  @Test func `a change through Weir after the user's edit stays trusted`() throws {
    try edit("requests/add.yaml", "POST", "PUT")
    let workspace = try workspace()
    let trust = try WorkspaceTrust.preserving(
      workspace, accepted: accepted, edits: trusted
    ) { () throws(WorkspaceProblem) in
      try workspace.folder.write("url: https://own.example\n", to: "requests/own.yaml")
    }
    #expect(trust.state == .trusted)
    #expect(try examined(.asked).state == .trusted)
  }

  // MARK: Other users

  @Test(arguments: [
    ("", mode_t(0o770)), ("requests", 0o777), ("requests/deep", 0o775),
    ("requests/old.yaml", 0o664), ("requests/add.yaml", 0o646), ("check.sh", 0o775),
  ]) func `a file or folder that others can write ends the trust`(path: String, bits: mode_t) throws
  {
    try edit("requests/add.yaml", "POST", "PUT")
    mode(path, bits)
    #expect(try examined(trusted).state == .untrusted)
  }

  @Test func `a folder above the workspace that others can write ends the trust`() throws {
    try edit("requests/add.yaml", "POST", "PUT")
    // The folder of temporary files is writable for all users.
    try #require(TemporaryFolder.isInSharedFolder)
    #expect(try examined(.trusted(home: "/nowhere")).state == .untrusted)
    #expect(try examined(trusted).state == .trusted)
  }

  @Test func `a file with a second name ends the trust`() throws {
    try edit("requests/add.yaml", "POST", "PUT")
    #expect(link("\(folder.path)/requests/add.yaml", "\(folder.path)/state/second") == 0)
    #expect(try examined(trusted).state == .untrusted)
  }

  @Test func `a link in place of a file or a folder ends the trust`() throws {
    try edit("requests/add.yaml", "POST", "PUT")
    #expect(symlink("add.yaml", "\(folder.path)/requests/link.yaml") == 0)
    #expect(try examined(trusted).state == .untrusted)
    unlink("\(folder.path)/requests/link.yaml")
    #expect(try examined(trusted).state == .trusted)
    #expect(
      rename("\(folder.path)/requests", "\(folder.path)/moved") == 0
        && symlink("moved", "\(folder.path)/requests") == 0)
    #expect(try examined(trusted).state == .untrusted)
  }

  @Test func `a file that is replaced after it was examined has another digest`() throws {
    try edit("requests/add.yaml", "POST", "PUT")
    let trust = try examined(trusted)
    try edit("requests/add.yaml", "PUT", "DELETE")
    #expect(trust.state == .trusted)
    #expect(try examined(trusted).digest != trust.digest)
  }
}

extension TemporaryFolder {
  fileprivate static var isInSharedFolder: Bool {
    var facts = stat()
    return stat(FileManager.default.temporaryDirectory.path, &facts) == 0
      && facts.st_mode & S_IWOTH != 0
  }
}
