import ClientModel
import TestSupport
import TestTraits
import Testing

/// Where requests go: gateways, named servers and endpoints, path variables.
@Suite(.usesSystem(minutes: 6)) struct AddressRowTests {
  @Test func `R3 each form of address takes the place of the one before it`() async throws {
    let (first, other) = (try RecorderServer(), try RecorderServer())
    let bench = try await LibraryBench()
    var gateways = Gateways.api(first.url + "/v1") {
      $0.defaults.headers = [DraftField("X-Of", "api")]
    }
    gateways.servers = ["other": other.url]
    gateways.endpoints = ["hello": NamedEndpoint(path: "/hello")]
    var draft = Draft(url: "/path")
    for url in ["@other/named", other.url + "/whole", "@hello"] {
      _ = try await bench.send(draft, through: gateways)
      draft.url = url
    }
    _ = try await bench.send(draft, through: gateways)
    #expect(first.requests.map(\.target) == ["/v1/path", "/v1/hello"])
    #expect(first.requests.allSatisfy { $0.header("X-Of") == "api" })
    #expect(other.requests.map(\.target) == ["/named", "/whole"])
    // What belongs to the one server does not go to the other.
    #expect(other.requests.allSatisfy { $0.header("X-Of") == nil })
    await bench.client.quit(.drain)
  }

  @Test func `R5 no scheme means https but http on this machine, and one slash joins`() async throws
  {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    for (base, path) in [("/v1/", "/users"), ("/v1", "/users"), ("", "/users"), ("/", "?a=1")] {
      let gateways = Gateways.api("127.0.0.1:\(server.port)" + base)
      _ = try await bench.send(Draft(url: path), through: gateways)
    }
    #expect(server.requests.map(\.target) == ["/v1/users", "/v1/users", "/users", "/?a=1"])
    let elsewhere = try PreparedRequest(Draft(url: "/x"), through: .api("api.example.com"))
    #expect(elsewhere.url == "https://api.example.com/x")
    await bench.client.quit(.drain)
  }

  @Test func `R14 a server and a path are given apart`() async throws {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    let gateways = Gateways.api(server.url + "/v1")
    let end = try await bench.send(Draft(url: "/users/7?deep=1"), through: gateways)
    #expect(end.status == 200 && end.job.lane.name == "api")
    #expect(server.requests.map(\.target) == ["/v1/users/7?deep=1"])
    await bench.client.quit(.drain)
  }

  @Test func `R15 a server is named, and one serves requests that name none`() async throws {
    let (first, second) = (try RecorderServer(), try RecorderServer())
    let bench = try await LibraryBench()
    let gateways = Gateways(
      all: [Gateway(name: "one", url: "@first"), Gateway(name: "two", url: "@second/v2")],
      standard: "two", servers: ["first": first.url, "second": second.url])
    _ = try await bench.send(Draft(url: "@first/a"), through: gateways)
    _ = try await bench.send(Draft(url: "/b"), through: gateways)
    _ = try await bench.send(Draft(url: "/c", gateway: "one"), through: gateways)
    #expect(first.requests.map(\.target) == ["/a", "/c"])
    #expect(second.requests.map(\.target) == ["/v2/b"])
    await bench.client.quit(.drain)
  }

  @Test func `R16 a pair of server and path has a name, and an unknown one sends nothing`()
    async throws
  {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    let gateways = Gateways(
      servers: ["main": server.url],
      endpoints: ["hello": NamedEndpoint(start: .server("main"), path: "/api/hello")])
    #expect(try await bench.send(Draft(url: "@hello"), through: gateways).status == 200)
    let failure = await #expect(throws: Failure.self) {
      try await bench.send(Draft(url: "@helo"), through: gateways)
    }
    #expect(failure?.why.contains("`@helo` is not defined") == true)
    #expect(failure?.whatToDo.contains("@hello") == true)
    #expect(server.requests.map(\.target) == ["/api/hello"])
    await bench.client.quit(.drain)
  }

  /// `/api/hello/$0/$1` with both tokens optional, as an older client has it.
  private func hello(_ url: String) -> Gateways {
    var gateways = Gateways.api(url)
    gateways.endpoints = [
      "hello": NamedEndpoint(
        path: "/api/hello/{0}/{1}",
        variables: [
          PathVariableRule("0", alias: "$0", absence: .dropped),
          PathVariableRule("1", alias: "$1", absence: .dropped),
        ])
    ]
    return gateways
  }

  @Test func `R18 a path variable has the request's value, else its default, else no segment`()
    async throws
  {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    var gateways = hello(server.url)
    for fields in [[DraftField("$0", "gandalf")], [DraftField("$1", "bye")], []] {
      _ = try await bench.send(Draft(url: "@hello", pathVariables: fields), through: gateways)
    }
    gateways.endpoints["hello"]?.variables[1].absence = .filled("grey")
    _ = try await bench.send(
      Draft(url: "@hello", pathVariables: [DraftField("0", "gandalf")]), through: gateways)
    #expect(
      server.requests.map(\.target) == [
        "/api/hello/gandalf", "/api/hello/bye", "/api/hello", "/api/hello/gandalf/grey",
      ])
    await bench.client.quit(.drain)
  }

  @Test func `R19 fields that fill the path go nowhere else`() async throws {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    let gateways = hello(server.url)
    _ = try await bench.send(
      Draft(url: "@hello", query: [DraftField("$0", "gandalf"), DraftField("lang", "en")]),
      through: gateways)
    _ = try await bench.send(
      Draft(method: "POST", url: "@hello", body: .json(#"{"$1": 5, "age": 2019}"#)),
      through: gateways)
    let requests = server.requests
    #expect(requests.map(\.target) == ["/api/hello/gandalf?lang=en", "/api/hello/5"])
    let body = requests.last.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
    #expect(body.contains("2019") && !body.contains("$1"))
    await bench.client.quit(.drain)
  }

  @Test func `T-R7 T-B2 values are encoded, stay in their segment and never hit a longer name`()
    async throws
  {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    let fields = [DraftField("id", "A"), DraftField("id-old", "x/y z"), DraftField("n", "7")]
    let draft = Draft(url: "/a/:id/:id-old/:identifier/{n}", pathVariables: fields)
    let failure = await #expect(throws: Failure.self) {
      try await bench.send(draft, through: .api(server.url))
    }
    #expect(failure?.why.contains("`identifier` has no value") == true)
    #expect(server.requests.isEmpty)
    var full = draft
    full.pathVariables.append(DraftField("identifier", "whole"))
    _ = try await bench.send(full, through: .api(server.url))
    #expect(server.requests.map(\.target) == ["/a/A/x%2Fy%20z/whole/7"])
    await bench.client.quit(.drain)
  }

  @Test func `T-B1 variables of a path are filled for every kind of request`() async throws {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    let bodies: [DraftBody] = [
      .none, .json(#"{"id": 123}"#), .form([DraftField("id", "123")]),
      .multipart([DraftPart(name: "file", value: "x")]),
    ]
    for body in bodies {
      var draft = Draft(method: "POST", url: "/:id/show", body: body)
      switch body {
      case .json, .form: break
      default: draft.pathVariables = [DraftField("id", "123")]
      }
      _ = try await bench.send(draft, through: .api(server.url))
    }
    #expect(server.requests.map(\.target) == Array(repeating: "/123/show", count: 4))
    // What filled the path is not a body any more.
    let sizes = server.requests.prefix(3).map(\.body.count)
    #expect(sizes == [0, 0, 0])
    await bench.client.quit(.drain)
  }

  @Test func `B12 a variable such as :id is filled by its name`() async throws {
    let server = try RecorderServer()
    let bench = try await LibraryBench()
    let draft = Draft(
      url: "/api/v1/:id/:kind", pathVariables: [DraftField("id", "123"), DraftField("kind", "é")])
    #expect(try await bench.send(draft, through: .api(server.url)).status == 200)
    #expect(server.requests.map(\.target) == ["/api/v1/123/%C3%A9"])
    await bench.client.quit(.drain)
  }

  @Test func `B13 all addresses come from one table below one base path`() async throws {
    let (first, second) = (try RecorderServer(), try RecorderServer())
    let bench = try await LibraryBench()
    var gateways = Gateways.api(first.url + "/v1")
    gateways.endpoints = [
      "list": NamedEndpoint(start: .gateway("api"), path: "/users"),
      "show": NamedEndpoint(start: .gateway("api"), path: "/users/:id"),
    ]
    let show = Draft(url: "@show", pathVariables: [DraftField("id", "7")])
    for draft in [Draft(url: "@list"), show] {
      _ = try await bench.send(draft, through: gateways)
    }
    // One line moves them all.
    gateways.all[0].url = second.url + "/v2"
    _ = try await bench.send(show, through: gateways)
    #expect(first.requests.map(\.target) == ["/v1/users", "/v1/users/7"])
    #expect(second.requests.map(\.target) == ["/v2/users/7"])
    await bench.client.quit(.drain)
  }
}
