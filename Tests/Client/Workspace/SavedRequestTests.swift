import ClientModel
import ClientWorkspace
import Foundation
import Glibc
import TestSupport
import Testing

struct SavedRequestTests {
  let folder: TemporaryFolder
  let workspace: Workspace

  init() throws {
    folder = try TemporaryFolder()
    try Workspace.create(in: folder.path)
    workspace = try Workspace.open(folder.path)
  }

  @Test func `the heads of saved requests are read without reading their files as YAML`() throws {
    try workspace.save(Draft(method: "PATCH", url: "https://a.example"), as: name("users/change"))
    try folder.write("url: https://ada:pw@a.example/x?key=1\n", to: "requests/bare.yaml")
    try folder.write(
      "# A comment\nmethod: \"M-SEARCH\" # odd\nurl: x\n", to: "requests/quoted.yaml")
    try folder.write("name: 'All books'\r\nurl: /books # all\r\n", to: "requests/named.yaml")
    let names = try workspace.requestNames().filter { $0.description != "example" }
    #expect(
      workspace.heads(of: names) == [
        "users/change": RequestHead(method: "PATCH", url: "https://a.example"),
        "bare": RequestHead(url: "https://a.example/x"),
        "quoted": RequestHead(method: "M-SEARCH", url: "x", description: "A comment"),
        "named": RequestHead(url: "/books", description: "All books"),
      ])
  }

  @Test func `a GraphQL body is saved as text blocks and read again`() throws {
    let draft = Draft(
      method: "POST", url: "https://a.example",
      body: .graphQL(
        GraphQLRequest(query: "{\n  a(b: \"{{c}}\")\n}\n", variables: "{\n}\n", operation: "A")))
    try workspace.save(draft, as: name("graphql"))
    let text = String(decoding: try workspace.bytes(of: name("graphql")), as: UTF8.self)
    #expect(text.contains("  graphql:\n    query: |\n      {\n        a(b: \"{{c}}\")\n"))
    #expect(try workspace.load(name("graphql")).body == draft.body)
  }

  @Test func `a deleted request comes back as its file was, and replaces no other`() throws {
    let text = "# Mine\nurl: https://a.example\n"
    try folder.write(text, to: "requests/a.yaml")
    let kept = try workspace.bytes(of: name("a"))
    try workspace.delete(name("a"))
    try workspace.restore(kept, as: name("a"))
    #expect(try workspace.bytes(of: name("a")) == Array(text.utf8))
    #expect(throws: WorkspaceProblem.self) { try workspace.restore(kept, as: name("a")) }
  }

  @Test func `a deleted request in UTF-16 comes back byte for byte, and so does a copy`() throws {
    let units = Array("url: https://a.example/ü\n".utf16)
    let bytes: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let path = folder.path + "/requests/a.yaml"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let kept = try workspace.bytes(of: name("a"))
    try workspace.delete(name("a"))
    try workspace.restore(kept, as: name("a"))
    #expect(FileManager.default.contents(atPath: path).map { [UInt8]($0) } == bytes)
    let copy = try workspace.duplicate(name("a"))
    #expect(try workspace.bytes(of: copy) == bytes)
  }

  private func name(_ text: String) throws -> RequestName { try #require(RequestName(text)) }

  private func problem(_ body: () throws(WorkspaceProblem) -> Void) -> WorkspaceProblem? {
    do {
      try body()
      return nil
    } catch { return error }
  }

  static let full: Draft = {
    var draft = Draft(
      name: "All of it", method: "PATCH", url: "https://{{host}}/a/{id}?x=1",
      pathVariables: [DraftField("id", "7")],
      query: [
        DraftField("a", "1"), DraftField("a", "2", mark: .off),
        DraftField("k", "env:KEY", mark: .secret),
      ],
      headers: [
        DraftField("X", "true"), DraftField("x", ": #"),
        DraftField("Authorization", "Bearer env:T"),
      ],
      body: .json("{\n  \"a\": 1\n}\n"),
      authorization: .basic(user: "ada", password: "{{password}}"),
      idempotencyKey: "", removedHeaders: ["Accept"])
    draft.options.trust.verification = .insecure
    draft.options.trust.authorities = "ca.pem"
    draft.options.trust.pins = [PublicKeyPin("sha256//" + String(repeating: "A", count: 43) + "=")!]
    draft.options.route = RouteOptions(
      version: .http1, proxy: "http://p:1", unixSocket: "/s", resolve: ["a:1:b"])
    draft.options.deadlines = Deadlines(
      connect: .milliseconds(1500), firstByte: .seconds(2), idle: .seconds(3), total: .seconds(4))
    draft.options.redirects = .stay
    draft.options.retry = RetryRule(attempts: 2, repeatsUnsafe: .whenRefused)
    draft.options.cookies = .off
    draft.options.codings = .none
    draft.options.cache = CacheRule(
      mode: .fresh, storeFor: .seconds(300), maxAge: .milliseconds(500),
      key: CacheKeyRule(
        query: .sorted, headers: ["X-Tenant"], body: .included, name: "search {{word}}"),
      methods: [.post])
    draft.options.limits.decodedBody = 5
    draft.options.limits.headerCount = 6
    draft.assertions = [
      "status 2xx", ".a == \"b: #\"", "[.x] | length > 0", "header Content-Type contains json",
      "status {{code}}",
    ]
    return draft
  }()

  @Test func `everything in a draft comes back`() throws {
    try workspace.save(Self.full, as: try name("x/y/all"))
    #expect(try workspace.load(try name("x/y/all")) == Self.full)
  }

  @Test(arguments: [
    DraftBody.text("a\n\nb ", mediaType: "text/x"),
    .form([DraftField("a", ""), DraftField("b", "null")]),
    .multipart([
      DraftPart(name: "f", path: "a.png", fileName: "b", mediaType: "image/png"),
      DraftPart(name: "v", value: "é"), DraftPart(name: "k", value: "env:K", mark: .secret),
      DraftPart(name: "o", value: "1", mark: .off),
    ]),
    .file(path: "body.bin", mediaType: nil), .file(path: "b", mediaType: "a/b"), .json(""), .none,
  ]) func `every kind of body comes back`(body: DraftBody) throws {
    let draft = Draft(name: "n", method: "POST", url: "u", body: body)
    try workspace.save(draft, as: try name("b"))
    #expect(try workspace.load(try name("b")).body == body)
  }

  @Test(arguments: [
    Draft(url: "u", authorization: .bearer("abc")),
    Draft(url: "u", authorization: .basic(user: "a", password: "b")),
    Draft(url: "u", authorization: .basic(user: "sk_live", password: "")),
    Draft(url: "u", headers: [DraftField("authorization", "Bearer abc")]),
    Draft(url: "u", headers: [DraftField("Cookie", "a=b")]),
    Draft(url: "u", headers: [DraftField("X", "s", mark: .secret)]),
    Draft(url: "u", query: [DraftField("k", "s", mark: .secret)]),
    Draft(url: "https://u:p@h/"), Draft(url: "u:p@h"), Draft(url: "h/?api_key=s"),
    Draft(url: "u", headers: [DraftField("X-Api-Key", "s")]),
    Draft(url: "u", query: [DraftField("access_token", "s")]),
    Draft(url: "u", body: .json(#"{"password":"s"}"#)),
    Draft(url: "u", body: .text("a=b&pwd=s", mediaType: "application/x-www-form-urlencoded")),
    Draft(url: "u", body: .multipart([DraftPart(name: "token", value: "s")])),
    Draft(url: "u", body: .form([DraftField("k", "s", mark: .secret)])),
    Draft(url: "u", options: TransportOptions(route: RouteOptions(proxy: "http://u:p@proxy:1"))),
  ]) func `a literal in a secret place is not saved`(draft: Draft) throws {
    let secret = try name("secret")
    let found = problem { () throws(WorkspaceProblem) in try workspace.save(draft, as: secret) }
    #expect(found?.kind == .secretInClear)
    #expect(found?.whatToDo.contains("env:TOKEN") == true)
    #expect(!(try workspace.requestNames().contains(secret)))
  }

  @Test func `files are 0644 whatever the umask, and nothing else is left behind`() throws {
    try workspace.save(Draft(url: "u"), as: try name("a/b"))
    var facts = stat()
    #expect(stat("\(folder.path)/requests/a/b.yaml", &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o644)
    #expect(try workspace.requestNames().map(\.path) == ["a/b", "example"])
  }

  @Test(arguments: [
    "", "..", "../x", "a/../b", "/etc/x", "a//b", ".ssh", "-rf", "a\nb", "a\\b", "a/", "x\u{202E}y",
    String(repeating: "x", count: 201),
  ])
  func `names that leave the folder or hide are refused`(text: String) {
    #expect(RequestName(text) == nil)
  }

  @Test func `links out of the workspace are neither read nor written through`() throws {
    let outside = try TemporaryFolder()
    try outside.write("url: stolen\n", to: "x.yaml")
    symlink(outside.path, "\(folder.path)/requests/out")
    symlink("\(outside.path)/x.yaml", "\(folder.path)/requests/link.yaml")
    let (inside, link) = (try name("out/x"), try name("link"))
    #expect(
      problem { () throws(WorkspaceProblem) in _ = try workspace.load(inside) }?.kind == .outside)
    #expect(
      problem { () throws(WorkspaceProblem) in _ = try workspace.load(link) }?.kind == .outside)
    #expect(
      problem { () throws(WorkspaceProblem) in try workspace.save(Draft(url: "u"), as: inside) }
        != nil)
    try workspace.save(Draft(url: "new"), as: link)
    #expect(try workspace.load(link).url == "new")
    #expect(try Workspace.nearest(to: outside.path, scratch: outside.path).root == outside.path)
    var facts = stat()
    #expect(
      lstat("\(folder.path)/requests/link.yaml", &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG)
  }

  @Test func `a link within the workspace is listed, read, and written through`() throws {
    try folder.write("url: old\n", to: "shared.yaml")
    symlink("../shared.yaml", "\(folder.path)/requests/near.yaml")
    symlink("loop.yaml", "\(folder.path)/requests/loop.yaml")
    symlink("missing.yaml", "\(folder.path)/requests/dangling.yaml")
    symlink(".", "\(folder.path)/requests/again")
    let near = try name("near")
    #expect(try workspace.requestNames().map(\.path) == ["example", "near"])
    #expect(try workspace.load(near).url == "old")
    try workspace.save(Draft(url: "new"), as: near)
    var facts = stat()
    #expect(
      lstat("\(folder.path)/requests/near.yaml", &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    #expect(
      try String(contentsOfFile: "\(folder.path)/shared.yaml", encoding: .utf8) == "url: new\n")
  }

  @Test func `an added request gets a free name and replaces none`() throws {
    let name = try name("imported/curl-1")
    let draft = Draft(url: "http://one.example/")
    #expect(try workspace.add(draft, as: name) == name)
    #expect(
      try workspace.add(Draft(url: "http://two.example/"), as: name).path == "imported/curl-1-2")
    #expect(try workspace.load(name).url == draft.url)
  }

  @Test func `rename, duplicate and delete do what they say and never overwrite`() throws {
    let (a, b) = (try name("a"), try name("f/b"))
    try workspace.save(Draft(url: "u"), as: a)
    #expect(try workspace.duplicate(a).path == "a-2")
    #expect(try workspace.duplicate(a).path == "a-3")
    let taken = try name("a-2")
    #expect(
      problem { () throws(WorkspaceProblem) in try workspace.rename(a, to: taken) }?.kind == .exists
    )
    try workspace.rename(a, to: b)
    #expect(try workspace.requestNames().map(\.path) == ["a-2", "a-3", "example", "f/b"])
    try workspace.delete(b)
    let found = problem { () throws(WorkspaceProblem) in _ = try workspace.load(b) }
    #expect(found?.kind == .missing)
  }

  @Test func `what was chosen of an endpoint stands in its file`() throws {
    let draft = Draft(
      name: "one", url: "u", endpoint: EndpointName("shop#add"),
      endpointChoice: EndpointChoice(mediaType: "application/xml", security: "basic + app"))
    try workspace.save(draft, as: try name("one"))
    let text = try String(contentsOfFile: "\(folder.path)/requests/one.yaml", encoding: .utf8)
    #expect(text.contains("media-type: application/xml\nsecurity: basic + app\n"), "\(text)")
    #expect(try workspace.load(try name("one")) == draft)
    try folder.write("url: u\nmedia-type: a/b\n", to: "requests/bad.yaml")
    let bad = try name("bad")
    let found = problem { () throws(WorkspaceProblem) in _ = try workspace.load(bad) }
    #expect(found?.why.contains("valid only with an `endpoint`") == true)
  }

  @Test func `a request made from an endpoint names it in its file`() throws {
    let draft = Draft(name: "one", url: "u", endpoint: EndpointName("shop#GET /books/{id}"))
    try workspace.save(draft, as: try name("one"))
    let text = try String(contentsOfFile: "\(folder.path)/requests/one.yaml", encoding: .utf8)
    #expect(text.contains("shop#GET /books/{id}"))
    #expect(try workspace.load(try name("one")) == draft)
    try folder.write("url: u\nendpoint: shop\n", to: "requests/bad.yaml")
    let bad = try name("bad")
    let found = problem { () throws(WorkspaceProblem) in _ = try workspace.load(bad) }
    #expect(found?.place?.description == "requests/bad.yaml:2:11")
    #expect(found?.whatToDo.contains("catalog#endpoint") == true)
  }

  @Test func `a wrong file names its place`() throws {
    try folder.write("method: GET\nurl: u\nheader: x\n", to: "requests/bad.yaml")
    let bad = try name("bad")
    let found = problem { () throws(WorkspaceProblem) in _ = try workspace.load(bad) }
    #expect(found?.place?.description == "requests/bad.yaml:3:1")
    #expect(found?.whatToDo.contains("`headers`") == true)
  }

  @Test(arguments: ["my shop", "no", "a: b", "\"x\"", "Łódź", "7"])
  func `a new workspace has the name of its folder`(name: String) throws {
    let path = folder.path + "/" + name
    try Workspace.create(in: path)
    #expect(try Workspace.open(path).settings.name == name)
  }

  @Test func `what init writes loads, and init overwrites nothing`() throws {
    let folderName = String(folder.path.split(separator: "/").last ?? "")
    #expect(workspace.settings == WorkspaceSettings(name: folderName, defaultEnvironment: "dev"))
    #expect(try workspace.load(try name("example")).pathVariables == [DraftField("id", "1")])
    #expect(try workspace.environments().names == ["dev", "live"])
    #expect(
      problem { () throws(WorkspaceProblem) in try Workspace.create(in: folder.path) }?.kind
        == .exists)
  }

  @Test func `a thousand files are listed without being read`() throws {
    for index in 0..<1000 { try folder.write(": not yaml [", to: "requests/many/r\(index).yaml") }
    var names: [RequestName] = []
    let time = try threadTime { names = try workspace.requestNames() }
    #expect(names.count == 1001)
    #expect(time < .seconds(1))
  }
}
