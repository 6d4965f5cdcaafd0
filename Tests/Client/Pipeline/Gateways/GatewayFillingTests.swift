import ClientModel
import ClientPipeline
import Testing

struct GatewayFillingTests {
  private static let api = Gateway(
    name: "api", url: "{{base}}/v1/",
    defaults: GatewayDefaults(
      headers: [DraftField("X-Client", "weir"), DraftField("Accept", "application/json")],
      query: [DraftField("lang", "en"), DraftField("page", "1")],
      options: TransportOptions(
        trust: TrustOptions(authorities: "roots.pem"), deadlines: Deadlines(total: .seconds(9)),
        retry: RetryRule(attempts: 2))),
    methods: [
      "POST": GatewayDefaults(
        headers: [DraftField("X-Client", "weir-post")],
        options: TransportOptions(redirects: .stay))
    ],
    authorization: .bearer("env:TOKEN"), outcome: OutcomeRule(),
    paging: PagingRule(.number(first: 1), .query("page")))

  private func preparation(
    _ values: [String: SensitiveText] = ["base": "https://api.example.com"],
    standard: String? = "api"
  ) -> Preparation {
    Preparation(
      environment: Environment(values: values), files: .assumed,
      gateways: Gateways(
        all: [Self.api, Gateway(name: "plain", url: "@mirror/x")], standard: standard,
        servers: ["mirror": "https://mirror.example.com/"],
        endpoints: [
          "hello": NamedEndpoint(
            start: .server("mirror"), path: "api/hello/{name}",
            variables: [PathVariableRule("name", absence: .filled("world"))]),
          "users": NamedEndpoint(start: .gateway("api"), path: "/users/:id"),
          "open": NamedEndpoint(path: "/open"),
        ]))
  }

  private func problems(_ draft: Draft) -> [DraftProblem] {
    preparation().examine(draft).problems
  }

  @Test func `R14 R5 J6 a path begins at the gateway's URL, with one slash between`() throws {
    #expect(
      try preparation().prepare(Draft(url: "/users?page=2", gateway: "api")).url
        == "https://api.example.com/v1/users?page=2&lang=en")
    #expect(
      try preparation().prepare(Draft(url: "?page=2", gateway: "api")).url
        == "https://api.example.com/v1?page=2&lang=en")
  }

  @Test func `the paging rule applies to full URLs of the server that a template names`() throws {
    func paging(_ url: String, _ standard: String?) throws -> PagingRule? {
      try preparation(standard: standard).prepare(Draft(url: url)).paging
    }
    #expect(try paging("https://api.example.com/users", "api") == Self.api.paging)
    #expect(try paging("https://other.example.com/users", "api") == nil)
    #expect(try paging("https://api.example.com/users", nil) == nil, "no gateway was chosen")
  }

  @Test func `J14 R8 what is missing is filled and nothing is overwritten`() throws {
    let request = try preparation().prepare(
      Draft(
        url: "/users", query: [DraftField("page", "7")],
        headers: [DraftField("x-client", "mine")],
        options: TransportOptions(deadlines: Deadlines(total: .seconds(3)))))
    #expect(request.url == "https://api.example.com/v1/users?page=7&lang=en")
    #expect(request.headers.filter { $0.name.lowercased() == "x-client" }.map(\.value) == ["mine"])
    #expect(request.headers.filter { $0.name == "Accept" }.map(\.value) == ["application/json"])
    #expect(request.options.deadlines.total == .seconds(3))
    #expect(request.options.retry.attempts == 2)
    #expect(request.options.trust.authorities == "roots.pem")
    #expect(
      request.credentials == .bearer(SensitiveText([.reference(.environment("TOKEN"), .none)])))
    #expect(request.gateway == GatewayUse(name: "api", outcome: OutcomeRule()))
  }

  @Test func `J3 J7 a method's own defaults come before those of all methods`() throws {
    let post = try preparation().prepare(Draft(method: "POST", url: "/users"))
    #expect(post.headers.first == HeaderField("X-Client", "weir-post"))
    #expect(post.options.redirects == .stay)
    let get = try preparation().prepare(Draft(url: "/users"))
    #expect(get.headers.first == HeaderField("X-Client", "weir"))
    #expect(get.options.redirects == .follow(atMost: 10))
  }

  @Test func `J3 cache defaults layer by method`() {
    var gateway = Self.api
    gateway.defaults.cache = CacheDefaults(reading: .fresh, storeFor: .seconds(300))
    gateway.methods["POST"]?.cache = CacheDefaults(storeFor: .zero)
    #expect(gateway.cache(for: "get").storeFor == .seconds(300))
    #expect(gateway.cache(for: "post") == CacheDefaults(reading: .fresh, storeFor: .zero))
  }

  @Test
  func `R15 a named server is an address, and the gateway fills it when the request names both`()
    throws
  {
    let alone = try preparation().prepare(Draft(url: "@mirror/users"))
    #expect(alone.url == "https://mirror.example.com/users")
    #expect(alone.gateway == nil && alone.credentials == nil)
    let both = try preparation().prepare(Draft(url: "@mirror/users", gateway: "api"))
    #expect(both.url == "https://mirror.example.com/users?lang=en&page=1")
    #expect(both.gateway?.name == "api")
    #expect(
      try preparation().prepare(Draft(url: "/a", gateway: "plain")).url
        == "https://mirror.example.com/x/a")
  }

  @Test func `R16 a named endpoint is a server with a path, and an unknown name sends nothing`()
    throws
  {
    #expect(
      try preparation().prepare(Draft(url: "@hello")).url
        == "https://mirror.example.com/api/hello/world")
    #expect(
      try preparation().prepare(Draft(url: "@users?x=1", query: [DraftField("id", "7")])).url
        == "https://api.example.com/v1/users/7?x=1&lang=en&page=1")
    #expect(
      try preparation().prepare(Draft(url: "@open")).url
        == "https://api.example.com/v1/open?lang=en&page=1")
    let found = problems(Draft(url: "@helo"))
    #expect(found.map(\.place) == [.url])
    #expect(found[0].whatToDo.contains("@hello"))
    let bare = Preparation(files: .assumed).examine(Draft(url: "@hello"))
    #expect(bare.request == nil && bare.problems.map(\.place) == [.url])
  }

  @Test func `R3 one form of address replaces the other, for they are one text`() throws {
    var draft = Draft(url: "@hello")
    draft.url = "https://other.example.com/x"
    #expect(try preparation().prepare(draft).url == "https://other.example.com/x")
  }

  @Test func `the default gateway fills a full URL of its own server and no other`() throws {
    let same = try preparation().prepare(Draft(url: "https://API.example.com:443/v2/x"))
    #expect(same.gateway?.name == "api")
    #expect(same.url == "https://api.example.com/v2/x?lang=en&page=1")
    for url in [
      "https://api.example.com.evil.example/x", "http://api.example.com/x", "evil.example",
    ] {
      let other = try preparation().prepare(Draft(url: url))
      #expect(other.gateway == nil && other.credentials == nil)
      #expect(!other.headers.contains { $0.name == "X-Client" })
    }
  }

  @Test func `a gateway that the request names is never sent to another server`() {
    let found = problems(Draft(url: "https://evil.example/x", gateway: "api"))
    #expect(found.map(\.place) == [.option("gateway")])
    #expect(found[0].why.contains("https://evil.example"))
  }

  @Test func `what follows an endpoint is refused for that, not as an unknown name`() {
    let found = problems(Draft(url: "@hello/x"))
    #expect(found.count == 1 && found.first?.what == "Only a query can follow `@hello`.")
  }

  @Test func `none is not a gateway and an unknown one is refused with the nearest`() throws {
    let none = try preparation().prepare(
      Draft(url: "https://api.example.com/v1/x", gateway: "none"))
    #expect(none.gateway == nil && none.url == "https://api.example.com/v1/x")
    let found = problems(Draft(url: "/x", gateway: "apy"))
    #expect(found.map(\.place) == [.option("gateway")])
    #expect(found[0].whatToDo.contains("`api`"))
  }

  @Test func `credentials of the request or its URL replace those of the gateway`() throws {
    let own = try preparation().prepare(
      Draft(url: "/x", headers: [DraftField("authorization", "env:MINE")]))
    #expect(own.credentials == nil)
    let user = try preparation().prepare(Draft(url: "https://ann@api.example.com/x"))
    #expect(user.credentials == .basic(user: .secret("ann"), password: SensitiveText("")))
    let removed = try preparation().prepare(Draft(url: "/x", removedHeaders: ["Authorization"]))
    #expect(removed.credentials == nil)
  }

  @Test func `a problem in what the gateway fills in stands at the gateway`() {
    var broken = preparation(["base": "https://api.example.com"])
    broken.gateways.all[0].defaults.headers.append(DraftField("X-Id", "{{nobody}}"))
    let found = broken.examine(Draft(url: "/x", headers: [DraftField("A", "1")])).problems
    #expect(found.map(\.place) == [.option("gateway")])
    #expect(found[0].what.contains("{{nobody}}"))
  }

  @Test func `what came from the gateway is distinguished from the request's own`() {
    let share = preparation().examine(
      Draft(url: "/x", headers: [DraftField("Accept", "text/html")])
    ).share
    #expect(share?.name == "api")
    #expect(share?.headers == ["X-Client"])
    #expect(share?.query == ["lang", "page"])
    #expect(share?.credentials == .gateway)
    #expect(share?.options.contains("2 attempts") == true)
  }

  @Test func `a certificate and its key come from one layer`() {
    let lower = TransportOptions(
      trust: TrustOptions(clientCertificate: "gateway.pem", clientKey: "gateway.key"))
    let upper = TransportOptions(trust: TrustOptions(clientCertificate: "mine.pem"))
    #expect(upper.over(lower).trust.clientKey == nil)
    #expect(TransportOptions().over(lower).trust.clientKey == "gateway.key")
  }

  @Test func `values layer shared, environment, command line in a gateway as in a request`() throws
  {
    let layered = Environment(name: "dev", values: ["base": "https://dev.example.com"])
      .overlaid(with: ["base": "http://localhost:1"])
    var preparation = preparation()
    preparation.environment = layered
    #expect(
      try preparation.prepare(Draft(url: "/x")).url == "http://localhost:1/v1/x?lang=en&page=1")
  }
}
