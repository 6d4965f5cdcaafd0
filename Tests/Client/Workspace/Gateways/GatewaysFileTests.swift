import ClientModel
import ClientPipeline
import ClientWorkspace
import Foundation
import TestSupport
import Testing

struct GatewaysFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func gateways(_ text: String) throws -> Gateways {
    try folder.write(text, to: "weir.yaml")
    return try Workspace.open(folder.path).settings.gateways
  }

  private func problem(_ text: String) throws -> WorkspaceProblem? {
    try folder.write(text, to: "weir.yaml")
    do {
      _ = try Workspace.open(folder.path)
      return nil
    } catch { return error }
  }

  @Test(arguments: ["https://https://a.example/v1", "https://http://{{host}}"])
  func `an address with two schemes is refused`(_ address: String) throws {
    let found = try problem("gateways:\n  api: {url: \"\(address)\"}\n")
    #expect(found?.why.contains("two schemes") == true)
  }

  static let full = """
    name: Shop
    gateway: api
    servers:
      main: https://api.example.com/
      mirror: "{{mirror}}"
    gateways:
      api:
        url: "@main/v1"
        headers: {Accept: application/json, X-Key: "env:KEY"}
        query:
          - {name: lang, value: en}
          - {name: token, value: "env:T", secret: true}
        auth: {bearer: "env:TOKEN"}
        options: {timeout: 20, cacert: roots.pem, cert: /abs/me.pem, attempts: 2}
        lane: {limit: 4, rate: 2.5}
        pause: offline
        cache: {read: fresh, store-for: 300, max-age: 0}
        methods:
          post: {headers: {X-Client: weir}, options: {max-redirects: 0}, cache: {store-for: 0}}
        outcome:
          success: {status: 2xx, at: {/status: [0, ok]}}
          failure: [{header: {X-Error: }}, {missing: /data}, 500-599]
          code: [/error/code, /status]
          reason: /error/message
          refresh: {request: auth/refresh, token: /access_token}
        stubs:
          - {method: get, path: "/hello/{name}", delay: 0.8, body: "hi {{path.name}}"}
          - {path: /x, when: {query: {q: 1}, header: {X-A: }, body: {/a: z}}, status: 503,
             headers: {Retry-After: 1}}
          - {path: "*", fail: reset}
      other:
        url: http://localhost:3000
    endpoints:
      hello: {server: main, path: /api/hello/$0/$10, tokens: {$0: "", $1: x, $10: bye}}
      user: {gateway: other, path: "/users/:id", defaults: {id: me}, optional: [tab]}
      status: /status
    """

  @Test func `J29 every part of a gateway is read from its file`() throws {
    let gateways = try gateways(Self.full)
    #expect(gateways.standard == "api")
    #expect(gateways.names == ["api", "other"])
    #expect(gateways.servers == ["main": "https://api.example.com/", "mirror": "{{mirror}}"])
    let api = try #require(gateways["api"])
    #expect(api.url == "@main/v1")
    #expect(api.authorization == .bearer("env:TOKEN"))
    #expect(api.defaults.query[1] == DraftField("token", "env:T", mark: .secret))
    #expect(api.defaults.options.deadlines.total == .seconds(20))
    #expect(api.defaults.options.trust.authorities == "\(folder.path)/roots.pem")
    #expect(api.defaults.options.trust.clientCertificate == "/abs/me.pem")
    #expect(api.lane == LaneRule(limit: 4, rate: 2.5))
    #expect(api.pause == .offline)
    #expect(
      api.cache(for: "GET")
        == CacheDefaults(reading: .fresh, storeFor: .seconds(300), maxAge: .zero))
    #expect(api.cache(for: "POST").storeFor == .zero)
    #expect(api.methods["POST"]?.headers == [DraftField("X-Client", "weir")])
    #expect(api.methods["POST"]?.options.redirects == .stay)
  }

  @Test func `B8 the outcome rule is read`() throws {
    #expect(
      try gateways(Self.full)["api"]?.outcome
        == OutcomeRule(
          failure: [
            OutcomeClause(headers: [ValueTest("X-Error", .present)]),
            OutcomeClause(values: [ValueTest("/data", .absent)]),
            OutcomeClause(statuses: [500...599]),
          ],
          success: [
            OutcomeClause(
              statuses: [200...299], values: [ValueTest("/status", .oneOf(["0", "ok"]))])
          ],
          code: ["/error/code", "/status"], reason: ["/error/message"],
          refresh: RefreshRule(request: "auth/refresh", token: "/access_token")))
  }

  @Test func `R37 stub routes are read`() throws {
    #expect(
      try gateways(Self.full)["api"]?.stubs == [
        StubRoute(
          method: "GET", path: "/hello/{name}", delay: .milliseconds(800),
          ending: .response(StubReply(body: "hi {{path.name}}"))),
        StubRoute(
          path: "/x", query: [ValueTest("q", .oneOf(["1"]))],
          headers: [ValueTest("X-A", .present)], values: [ValueTest("/a", .oneOf(["z"]))],
          ending: .response(
            StubReply(status: 503, headers: [ResponseField("Retry-After", "1")]))),
        StubRoute(path: "*", ending: .failure(.reset)),
      ])
  }

  @Test func `R15 R16 R17 servers and endpoints are read, tokens as variables`() throws {
    let endpoints = try gateways(Self.full).endpoints
    #expect(endpoints["status"] == NamedEndpoint(path: "/status"))
    #expect(
      endpoints["hello"]
        == NamedEndpoint(
          start: .server("main"), path: "/api/hello/{0}/{10}",
          variables: [
            PathVariableRule("0", alias: "$0", absence: .dropped),
            PathVariableRule("1", alias: "$1", absence: .filled("x")),
            PathVariableRule("10", alias: "$10", absence: .filled("bye")),
          ]))
    #expect(
      endpoints["user"]
        == NamedEndpoint(
          start: .gateway("other"), path: "/users/:id",
          variables: [
            PathVariableRule("id", absence: .filled("me")),
            PathVariableRule("tab", absence: .dropped),
          ]))
  }

  @Test(arguments: [
    ("gateways:\n  a: {urll: x}\n", "2:7", "`urll`", "`url`"),
    ("gateways:\n  a: {}\n", "2:6", "`url`", "Add `url:`"),
    (
      "gateways:\n  a:\n    url: https://a\n    headers: {X: 1}\n    lane: {limit: 0}\n", "5:19",
      "limit of 0", "1 or more"
    ),
    ("gateways: {api: {url: https://a}}\ngateway: apy\n", "2:10", "`apy`", "`api`"),
    ("servers: {main: https://a}\ngateways:\n  a: {url: '@mian/v1'}\n", "3:12", "`mian`", "`main`"),
    ("gateways: {a: {url: 'ftp://x'}}\n", "1:21", "ftp", "http"),
    ("gateways: {a: {url: 'https://x?y=1'}}\n", "1:21", "query", "query"),
    ("gateways: {a: {url: 'https://u:p@x'}}\n", "1:21", "password", "auth"),
    (
      "gateways: {a: {url: https://a, auth: {bearer: s3cret}}}\n", "1:38", "in plain text",
      "env:TOKEN"
    ),
    (
      "gateways: {a: {url: https://a, headers: {Cookie: s3}}}\n", "1:41", "in plain text",
      "env:TOKEN"
    ),
    ("gateways: {a: {url: https://a, cache: {read: fresch}}}\n", "1:46", "fresch", "`fresh`"),
    ("gateways: {a: {url: https://a, methods: {'G T': {}}}}\n", "1:42", "not a method", "GET"),
    ("gateways: {a: {url: https://a, outcome: {success: {status: 2yy}}}}\n", "1:60", "2yy", "2xx"),
    (
      "gateways: {a: {url: https://a, outcome: {success: {at: {status: 0}}}}}\n", "1:57",
      "JSON Pointer", "/error/code"
    ),
    (
      "gateways: {a: {url: https://a, outcome: {failure: [{}]}}}\n", "1:52", "no conditions",
      "status"
    ),
    (
      "gateways: {a: {url: https://a, stubs: [{path: /x, fial: drop}]}}\n", "1:51", "`fial`",
      "`fail`"
    ),
    (
      "gateways: {a: {url: https://a, stubs: [{path: /x, fail: dorp}]}}\n", "1:57", "dorp",
      "`drop`"
    ),
    ("gateways: {a: {url: https://a, stubs: [{path: /x, status: 99}]}}\n", "1:59", "99", "200"),
    (
      "gateways: {a: {url: https://a, stubs: [{path: /x, fail: drop, status: 200}]}}\n", "1:71",
      "status", "Remove"
    ),
    (
      "endpoints: {e: {server: s, path: /x}}\n", "1:25", "`s`", "Describe"
    ),
    (
      "endpoints: {e: {server: s, gateway: g, path: /x}}\n", "1:25", "a gateway and a server",
      "Remove"
    ),
    ("gateways: {none: {url: https://a}}\n", "1:12", "`none`", "none"),
    ("servers: {'a/b': https://a}\n", "1:11", "a/b", "letters"),
    ("gatways: {}\n", "1:1", "`gatways`", "`gateways`"),
  ])
  func `bad input names its place, what is wrong and the nearest right one`(
    _ text: String, _ place: String, _ wrong: String, _ right: String
  ) throws {
    let problem = try #require(try problem(text))
    #expect(problem.place?.description == "weir.yaml:\(place)")
    #expect(problem.why.contains(wrong), "\(problem.why)")
    #expect(problem.whatToDo.contains(right), "\(problem.whatToDo)")
  }

  @Test func `the complete example of the manual is read`() throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = (0..<5).reduce(here) { folder, _ in folder.deletingLastPathComponent() }
    let manual = try String(
      contentsOf: root.appendingPathComponent("Sources/App/Manual/gateways.md"), encoding: .utf8)
    let section = try #require(manual.components(separatedBy: "## A complete example\n").last)
    let example = try #require(
      section.components(separatedBy: "```yaml\n").dropFirst().first?
        .components(separatedBy: "```").first)
    let gateways = try gateways(example)
    #expect(gateways["api"]?.outcome?.refresh?.token == "/access_token")
    #expect(gateways["api"]?.stubs.count == 2)
    #expect(gateways.endpoints["legacy"]?.path == "/api/{0}/{1}")
  }

  @Test func `a bomb of aliases in weir.yaml ends within 100 ms`() throws {
    var text = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
    for level in 1..<12 {
      let one = "*a\(level - 1)"
      text += "a\(level): &a\(level) [\(Array(repeating: one, count: 9).joined(separator: ","))]\n"
    }
    text += "gateways: *a11\n"
    try folder.write(text, to: "weir.yaml")
    var found: WorkspaceProblem?
    let time = try threadTime { found = try problem(text) }
    #expect(found != nil && time < .milliseconds(100), "\(time)")
  }

  @Test func `a saved request names its gateway and reads it again`() throws {
    try Workspace.create(in: folder.path)
    let workspace = try Workspace.open(folder.path)
    let name = try #require(RequestName("users"))
    try workspace.save(Draft(url: "/users", gateway: "api"), as: name)
    #expect(try workspace.load(name).gateway == "api")
  }

  @Test
  func
    `gateways of an untrusted workspace give no secret, no file outside and no unchecked server`()
    throws
  {
    let preparation = Preparation(
      files: .assumed,
      gateways: try gateways(
        """
        gateways:
          a: {url: https://a.example, auth: {bearer: "env:TOKEN"},
              options: {insecure: true, cacert: /etc/roots.pem}}
        """))
    let request = try preparation.prepare(Draft(url: "/x", gateway: "a"))
    let workspace = try Workspace.open(folder.path)
    let trust = try WorkspaceTrust.examine(workspace, accepted: "\(folder.path)/state/trust")
    #expect(
      trust.problems(with: request, in: workspace).map(\.place) == [
        .authorization, .option("insecure"), .option("cacert"),
      ])
  }
}
