import ClientModel
import ClientPipeline
import Testing

/// Columns of rows and parts of responses in a URL: they are data, and choose no server.
struct DataInURLTests {
  private func preparation(_ data: [String: SensitiveText]) -> Preparation {
    Preparation(
      environment: Environment(
        values: ["base": "https://api.example", "tenant": "one", "token": .secret("t0ken")],
        data: data),
      files: .assumed,
      gateways: Gateways(
        all: [
          Gateway(
            name: "api", url: "https://api.example/v1",
            defaults: GatewayDefaults(headers: [DraftField("X-Key", "env:KEY")]),
            authorization: .bearer("env:TOKEN")),
          Gateway(name: "base", url: "{{base}}", authorization: .bearer("env:TOKEN")),
        ]))
  }

  private func examine(_ draft: Draft, _ data: [String: SensitiveText]) -> Examination {
    preparation(data).examine(draft)
  }

  private static let hostile: [SensitiveText] = [
    "/\u{301}@evil.example/", "\u{301}@evil.example/", "@evil.example/", "?\u{301}@evil.example",
    "#\u{301}@evil.example", "//evil.example/", "https://evil.example/", ".evil.example/",
    ":80@evil.example/", "/../../..//evil.example/", "{{token}}", "\u{338}/@evil.example",
    "%2F@evil.example", "{x}@evil.example",
  ]

  @Test(arguments: hostile, ["https://api.example/items/{{id}}", "{{base}}/items/{{id}}"])
  func `a value in the path cannot change the origin`(value: SensitiveText, url: String) throws {
    let result = examine(Draft(url: url, authorization: .bearer("env:T")), ["id": value])
    guard let request = result.request else { return }
    #expect(request.origin == Origin(scheme: "https", host: "api.example", port: 443))
    #expect(request.url.utf8.starts(with: "https://api.example/".utf8))
    #expect(request.credentials != nil)
  }

  @Test(arguments: hostile)
  func `a value behind a gateway's URL cannot change the origin`(value: SensitiveText) throws {
    for url in ["/items/{{id}}", "/{{id}}", "?q={{id}}"] {
      guard let request = examine(Draft(url: url, gateway: "api"), ["id": value]).request else {
        continue
      }
      #expect(request.origin.host == "api.example" && request.credentials != nil)
    }
  }

  @Test(arguments: hostile + ["evil", "api.example"])
  func `a value before the path is refused`(value: SensitiveText) {
    for url in [
      "https://{{x}}/items", "https://{{x}}.api.example/", "https://api.example:{{x}}/",
      "https://user:{{x}}@api.example/", "{{x}}api.example/items", "{{x}}://api.example/",
    ] {
      let result = examine(Draft(url: url), ["x": value])
      if result.request?.origin.host == "evil.example" {
        // It brought the URL from the first byte on: then nothing of ours goes along.
        #expect(url.hasPrefix("{{x}}"))
      } else if url.utf8.contains(UInt8(ascii: "{")), url.contains(":{{x}}/"),
        value.plain?.utf8.first == UInt8(ascii: "/")
      {
        // It begins the path behind an empty port: the host stands.
        #expect(result.request?.origin.description == "https://api.example")
      } else {
        #expect(result.request == nil, "\(url) with \(value)")
      }
    }
  }

  @Test(arguments: ["http://node-{{n}}.example:81/x", "node-{{n}}.example", "http://10.0.0.{{n}}/"])
  func `a number of a row may be part of a host, and takes no credentials there`(url: String) throws
  {
    var draft = Draft(url: url, authorization: .bearer("env:T"))
    draft.headers = [DraftField("X-Key", "env:K", mark: .secret), DraftField("Accept", "a/b")]
    let request = try #require(examine(draft, ["n": "17"]).request)
    #expect(["node-17.example", "10.0.0.17"].contains(request.origin.host))
    #expect(request.credentials == nil && !request.carriesSecrets)
    #expect(request.headers.contains { $0.name == "Accept" })
  }

  @Test(arguments: [
    "http://{{n}}/", "http://{{n}}.example/", "http://h:{{n}}/", "http://u:{{n}}@h/",
    "h{{n}}{{x}}.example",
    "http://u@h{{n}}/", "http://[::{{n}}]/",
  ]) func `a number elsewhere before the path is refused`(url: String) {
    #expect(examine(Draft(url: url), ["n": "17", "x": ".evil"]).request == nil)
    #expect(examine(Draft(url: "http://h-{{n}}.example/"), ["n": "1.evil"]).request == nil)
    #expect(examine(Draft(url: "http://h-{{n}}.example/"), ["n": "1\u{301}"]).request == nil)
    #expect(examine(Draft(url: "http://h-{{n}}/"), ["n": ""]).request == nil)
  }

  @Test func `before the path a name means the user's value, and data elsewhere`() throws {
    let request = try preparation(["tenant": "two"]).prepare(
      Draft(url: "https://{{tenant}}.example/{{tenant}}"))
    #expect(request.url == "https://one.example/two")
  }

  @Test func `a value that begins the path follows the host`() throws {
    let data: [String: SensitiveText] = [
      "next": "/items?page=2", "loose": "items", "cut": "/\u{301}@evil.example/",
    ]
    let request = try preparation(data).prepare(Draft(url: "https://api.example{{next}}"))
    #expect(request.url == "https://api.example/items?page=2")
    #expect(examine(Draft(url: "https://api.example{{loose}}"), data).request == nil)
    #expect(examine(Draft(url: "https://user:{{cut}}@api.example/"), data).request == nil)
    #expect(examine(Draft(url: "https://{{cut}}{{loose}}"), data).request == nil)
  }

  @Test func `data is never read as a fragment or a path variable`() throws {
    let request = try preparation(["id": "a#b{id}"]).prepare(
      Draft(url: "https://api.example/{{id}}/c", pathVariables: [DraftField("id", "7")]))
    #expect(request.url == "https://api.example/a%23b%7Bid%7D/c")
  }

  @Test func `data chooses no proxy and no address`() {
    var draft = Draft(url: "https://api.example/")
    draft.options.route.proxy = "http://{{x}}:3128"
    #expect(examine(draft, ["x": "evil.example"]).request == nil)
    draft.options.route.proxy = nil
    draft.options.route.resolve = ["api.example:443:{{x}}"]
    #expect(examine(draft, ["x": "127.0.0.9"]).request == nil)
  }

  // MARK: Full URLs

  private func withCredentials(_ url: String, gateway: String? = nil) -> Draft {
    var draft = Draft(
      url: url, query: [DraftField("key", "env:KEY", mark: .secret), DraftField("q", "1")],
      headers: [
        DraftField("Authorization", "Bearer x"), DraftField("X-Mine", "env:KEY", mark: .secret),
        DraftField("Accept", "text/plain"),
      ], gateway: gateway)
    draft.options.trust.clientCertificate = "/c.pem"
    draft.options.trust.clientKey = "/k.pem"
    return draft
  }

  @Test(arguments: [
    "https://evil.example/x", "//evil.example/x", "evil.example/x", "https://u:p@evil.example/x",
    "https://api.example@evil.example/x", "https://api.example.evil.example/x",
  ]) func `a full URL from data carries no credentials`(link: String) throws {
    let result = examine(withCredentials("{{link}}"), ["link": SensitiveText(link)])
    let request = try #require(result.request, "\(result.problems)")
    #expect(request.origin.host.hasSuffix("evil.example"))
    #expect(!request.carriesSecrets && request.credentials == nil)
    #expect(request.headers.map(\.name).contains("Accept"))
    #expect(!request.headers.map(\.name).contains("Authorization"))
    #expect(request.options.trust.clientCertificate == nil)
    #expect(request.options.trust.clientKey == nil)
    #expect(result.warnings.contains { $0.what.contains("without credentials") })
  }

  @Test func `one that leads to the gateway's server carries its credentials`() throws {
    for link in ["https://api.example/x", "https://API.example:443/x"] {
      var draft = Draft(url: "{{link}}", gateway: "api")
      draft.query = [DraftField("own", "env:KEY", mark: .secret)]
      let request = try preparation(["link": SensitiveText(link)]).prepare(draft)
      #expect(request.credentials != nil && request.secretQuery.count == 1)
      #expect(request.headers.contains { $0.name == "X-Key" })
    }
  }

  @Test func `one that leads elsewhere is refused where it names a gateway`() {
    for link in ["https://evil.example/x", "https://api.example\u{301}@evil.example/"] {
      let result = examine(
        withCredentials("{{link}}", gateway: "api"), ["link": SensitiveText(link)])
      #expect(result.request == nil)
    }
  }

  @Test func `a body with a secret does not follow a foreign URL`() {
    var draft = Draft(method: "POST", url: "{{link}}")
    draft.body = .json(#"{"token": "{{token}}"}"#)
    let result = examine(draft, ["link": "https://evil.example/"])
    #expect(result.request == nil && result.problems.map(\.place) == [.body])
  }

  @Test func `data cannot stand in for a gateway's own URL`() throws {
    let request = try preparation(["base": "https://evil.example"]).prepare(
      Draft(url: "/x", gateway: "base"))
    #expect(request.origin.host == "api.example")
  }

  @Test func `values of the environment fill a full URL with credentials`() throws {
    let request = try preparation(["id": "7"]).prepare(
      Draft(url: "{{base}}/{{id}}", authorization: .bearer("env:T")))
    #expect(request.url == "https://api.example/7" && request.credentials != nil)
  }
}
