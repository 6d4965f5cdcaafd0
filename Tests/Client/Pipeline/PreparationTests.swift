import ClientModel
import ClientPipeline
import Testing

struct PreparationTests {
  let preparation = Preparation(
    environment: Environment(
      name: "dev",
      values: [
        "host": "api.example.com",
        "token": SensitiveText([.reference(.environment("TOKEN"), .none)]),
        "key": .secret("s3cret"), "evil": "x\r\nEvil: 1", "again": "{{token}}", "quote": "a\"b",
        "id": "a/b ?", "number": "7",
      ]),
    files: .assumed, random: RandomSource { Array(repeating: 0xAB, count: $0) })

  private func problems(_ draft: Draft) -> [DraftProblem] { preparation.examine(draft).problems }

  @Test func `templates are filled once and values are never read again`() throws {
    let request = try preparation.prepare(
      Draft(url: "https://{{host}}/", headers: [DraftField("X-A", "1{{again}}2$HOME")]))
    #expect(request.url == "https://api.example.com/")
    #expect(
      request.headers.first
        == HeaderField("X-A", "1{{token}}2$HOME"))
  }

  @Test func `an unknown template is a problem at its field with the nearest name`() {
    let found = problems(
      Draft(url: "https://a/", headers: [DraftField("A", "1"), DraftField("B", "{{tokn}}")]))
    #expect(found.map(\.place) == [.header(1)])
    #expect(found.first?.whatToDo.contains("{{token}}") == true)
  }

  @Test func `a template without its closing braces is a problem where it would be sent`() {
    func places(_ draft: Draft) -> [DraftProblem.Location] { problems(draft).map(\.place) }
    #expect(places(Draft(url: "https://a/?x={{tok")) == [.url])
    #expect(
      places(Draft(url: "https://a/", headers: [DraftField("B", "1 {{tok}")])) == [.header(0)])
    var draft = Draft(url: "https://a/", body: .text("{{tok", mediaType: "text/plain"))
    #expect(places(draft) == [])
    draft.authorization = .bearer("{{tok")
    #expect(places(draft) == [.authorization])
    for text in ["{{", "{{tok", "a {{tok}", "{{{tok", "{{tok}} {{x", "{{a}} {{\"{{\"}}x", "{{a b"] {
      let literal = Template.literal(text)
      #expect(
        places(Draft(url: "https://a/", headers: [DraftField("B", literal)])) == [], "\(text)")
      #expect(
        preparation.examine(Draft(url: "https://a/", headers: [DraftField("B", literal)]))
          .request?.headers.first?.value.plain == text, "\(text)")
    }
  }

  @Test func `the address is known whatever is wrong elsewhere`() {
    func address(_ draft: Draft) -> String? { preparation.examine(draft).address }
    var draft = Draft(url: "https://{{host}}/x", query: [DraftField("key", "{{key}}")])
    let masked = "https://api.example.com/x?key=\(Secret.mask)"
    #expect(address(draft) == masked)
    draft.body = .json("{")
    draft.headers = [DraftField("A", "{{tokn}}"), DraftField("b c", "1")]
    #expect(preparation.examine(draft).request == nil && address(draft) == masked)
    draft.query = [DraftField("key", "{{kye}}")]
    #expect(address(draft) == nil)
    #expect(address(Draft(url: "https://{{hots}}/x")) == nil)
  }

  @Test func `templates are filled in the options`() throws {
    var draft = Draft(url: "https://{{host}}/")
    draft.options.route.proxy = "http://{{host}}:{{number}}"
    draft.options.route.unixSocket = "/run/{{number}}.sock"
    draft.options.route.resolve = ["{{host}}:443:127.0.0.1"]
    draft.options.trust.authorities = "/etc/{{host}}.pem"
    draft.options.trust.clientCertificate = "/c/{{number}}.pem"
    draft.options.trust.clientKey = "/k/{{number}}.pem"
    let options = try preparation.prepare(draft).options
    #expect(options.route.proxy == "http://api.example.com:7")
    #expect(options.route.unixSocket == "/run/7.sock")
    #expect(options.route.resolve == ["api.example.com:443:127.0.0.1"])
    #expect(options.trust.authorities == "/etc/api.example.com.pem")
    #expect(options.trust.clientCertificate == "/c/7.pem")
    #expect(options.trust.clientKey == "/k/7.pem")
    draft.options.route.proxy = .secret("http://me:{{key}}@{{host}}")
    let proxy = try #require(try preparation.prepare(draft).options.route.proxy)
    #expect(proxy.isSecret && proxy.plain == nil && !proxy.masked.contains("s3cret"))
    #expect(
      proxy.parts.contains(.literal(Secret("s3cret"), .none))
        && proxy.parts.contains(.literal(Secret("http://me:"), .none)))
  }

  @Test func `templates that do not fit in an option are problems at their field`() {
    var draft = Draft(url: "https://a/")
    draft.options.route.proxy = "http://{{evil}}"
    draft.options.route.unixSocket = "{{nothing}}"
    draft.options.route.resolve = ["{{key}}:1:127.0.0.1"]
    draft.options.trust.authorities = "{{token}}"
    #expect(
      Set(problems(draft).map(\.place)) == [
        .option("proxy"), .option("unix-socket"), .option("resolve"), .option("cacert"),
      ])
  }

  @Test func `a file in the options is named so that it is found from everywhere`() throws {
    let files = FileFacts { path in
      .success(FileReference(path: "/here/" + path, size: 0, modified: 0, inode: 0))
    }
    var draft = Draft(url: "https://a/")
    draft.options.trust.authorities = "ca.pem"
    let request = try Preparation(files: files).prepare(draft)
    #expect(request.options.trust.authorities == "/here/ca.pem")
  }

  @Test func `all problems are reported at once`() {
    let draft = Draft(
      method: "GET /a HTTP/1.1\r\nX:", url: "ftp://x/", query: [DraftField("{{no}}", "1")],
      headers: [DraftField("Bad Name", "1"), DraftField("A", "{{evil}}")], body: .json("{\"a\": }"))
    #expect(
      Set(problems(draft).map(\.place)) == [
        .method, .url, .query(0), .header(0), .header(1), .body,
      ])
  }

  @Test(arguments: ["{{evil}}", "a\u{0}b", "a\nb", "a\rb"])
  func `a header value that breaks the line is refused, never stripped`(value: String) {
    #expect(
      problems(Draft(url: "https://a/", headers: [DraftField("X", value)])).map(\.place) == [
        .header(0)
      ])
    #expect(
      problems(Draft(url: "https://a/", headers: [DraftField("Authorization", value)])).map(\.place)
        == [.header(0)])
    #expect(
      problems(Draft(url: "https://a/", authorization: .bearer(value))).map(\.place) == [
        .authorization
      ])
  }

  @Test func `literals in secret places are sealed and references stay references`() throws {
    let request = try preparation.prepare(
      Draft(
        url: "https://a/",
        headers: [
          DraftField("Authorization", "Bearer abc"), DraftField("Cookie", "env:SESSION"),
          DraftField("X-Key", "k1", mark: .secret), DraftField("X-Ref", "env:REF"),
        ]))
    #expect(
      request.headers[0].value
        == SensitiveText([.plain("Bearer "), .literal(Secret("abc"), .none)]))
    #expect(request.headers[1].value == SensitiveText([.reference(.environment("SESSION"), .none)]))
    #expect(request.headers[2].value == .secret("k1"))
    #expect(request.headers[3].value == SensitiveText([.reference(.environment("REF"), .none)]))
  }

  @Test func `secret query fields leave the URL`() throws {
    let request = try preparation.prepare(
      Draft(
        url: "https://a/p?x=1&k={{key}}&y=%20",
        query: [DraftField("t", "{{token}}"), DraftField("q", "a b&c")]))
    #expect(request.url == "https://a/p?x=1&y=%20&q=a%20b%26c")
    #expect(request.secretQuery.map(\.name) == ["k", "t"])
    #expect(request.secretQuery[0].value == SensitiveText([.literal(Secret("s3cret"), .percent)]))
    #expect(request.displayURL == "https://a/p?x=1&k=••••••&y=%20&t={env:TOKEN}&q=a%20b%26c")
  }

  @Test(arguments: [
    ("https://a/", "?t={env:TOKEN}&q=1"), ("https://a/?", "?t={env:TOKEN}&q=1"),
    ("https://a/?k={{key}}", "?k=••••••&t={env:TOKEN}&q=1"),
    ("https://a/?k={{key}}&x=1", "?k=••••••&x=1&t={env:TOKEN}&q=1"),
    ("https://a/?x=1&k={{key}}&k={{key}}", "?x=1&k=••••••&k=••••••&t={env:TOKEN}&q=1"),
  ])
  func `secret query fields keep their places`(url: String, query: String) throws {
    let draft = Draft(url: url, query: [DraftField("t", "{{token}}"), DraftField("q", "1")])
    let request = try preparation.prepare(draft)
    #expect(request.displayURL == "https://a/" + query)
  }

  @Test func `a secret in path or host is refused`() {
    #expect(problems(Draft(url: "https://a/{{key}}")).map(\.place) == [.url])
    #expect(problems(Draft(url: "https://{{key}}/")).map(\.place) == [.url])
  }

  @Test func `user information becomes sealed credentials with a warning`() throws {
    let result = preparation.examine(Draft(url: "https://good.example:p%40@evil.example/"))
    #expect(result.request?.url == "https://evil.example/")
    #expect(
      result.request?.credentials == .basic(user: .secret("good.example"), password: .secret("p@")))
    #expect(result.warnings.first?.what.contains("evil.example") == true)
  }

  @Test func `path variables are encoded within their segment, longest first`() throws {
    let draft = Draft(
      url: "http://localhost:3000/{id}/:user_old/:user.json?x=:user#f",
      pathVariables: [
        DraftField("id", "{{id}}"), DraftField("user", "u"), DraftField("user_old", "o"),
      ])
    #expect(
      try preparation.prepare(draft).url == "http://localhost:3000/a%2Fb%20%3F/o/u.json?x=:user")
    #expect(
      problems(Draft(url: "https://a/{id}/:b")).map(\.place) == [
        .pathVariable("id"), .pathVariable("b"),
      ])
    #expect(
      problems(Draft(url: "https://a/x/{id}", pathVariables: [DraftField("id", "..")])).map(\.place)
        == [.pathVariable("id")])
  }

  @Test func `JSON templates are escaped inside strings and raw outside`() throws {
    let request = try preparation.prepare(
      Draft(
        method: "POST", url: "https://a/",
        body: .json(#"{"a": "{{quote}}", "n": {{number}}, "t": "{{key}}"}"#)))
    guard case .text(let text) = request.body else {
      Issue.record("no text")
      return
    }
    #expect(text.masked == #"{"a": "a\"b", "n": 7, "t": "••••••"}"#)
    #expect(text.parts.contains(.literal(Secret("s3cret"), .json)))
    #expect(
      request.headers.map { "\($0.name): \($0.value)" } == [
        "User-Agent: weir/\(WeirVersion.text)", "Accept: application/json, */*;q=0.5",
        "Content-Type: application/json",
      ])
  }

  @Test func `a JSON fault has line and column`() {
    #expect(
      problems(Draft(url: "https://a/", body: .json("{\n  \"a\": 1,\n}"))).first?.why.contains(
        "Line 3, column 1") == true)
  }

  @Test func `forms are encoded and multipart has a boundary and guessed types`() throws {
    let form = try preparation.prepare(
      Draft(
        method: "POST", url: "https://a/",
        body: .form([
          DraftField("a b", "1&2"), DraftField("off", "", mark: .off),
          DraftField("k", "é", mark: .secret),
        ])))
    #expect(
      form.body
        == .text(
          SensitiveText([
            .plain("a+b=1%262&k="), .literal(Secret("é"), .percent),
          ])))
    let parts = try preparation.prepare(
      Draft(
        method: "POST", url: "https://a/",
        body: .multipart([
          DraftPart(name: "f", path: "x/y.png"), DraftPart(name: "t", value: "{{host}}"),
        ])))
    guard case .multipart(let boundary, let made) = parts.body else {
      Issue.record("no parts")
      return
    }
    #expect(boundary == "----weir-" + String(repeating: "ab", count: 16))
    #expect(made.map(\.mediaType) == ["image/png", nil])
    #expect(made[0].fileName == "y.png")
    #expect(made[1].content == .text("api.example.com"))
  }

  @Test func `removed headers and the user's own are left alone`() throws {
    let request = try preparation.prepare(
      Draft(
        method: "POST", url: "https://a/",
        headers: [DraftField("content-type", "text/x"), DraftField("User-Agent", "me")],
        body: .json("1"), removedHeaders: ["Accept"]))
    #expect(request.headers.map(\.name) == ["content-type", "User-Agent", "Accept"])
    #expect(request.headers.last?.value.isEmpty == true, "empty suppresses the transport's default")
  }

  @Test func `templates that come to more than 10 MB are refused`() {
    var large = preparation
    large.environment.values["big"] = SensitiveText(String(repeating: "x", count: 1_000_001))
    let draft = Draft(
      method: "POST", url: "https://a/",
      body: .text(String(repeating: "{{big}}", count: 200), mediaType: "text/plain"))
    #expect(large.examine(draft).problems.map(\.place) == [.body])
  }

  @Test func `a missing file is a problem at its part`() {
    var strict = preparation
    strict.files = FileFacts { _ in
      .failure(FileRefusal(why: "It is not there.", whatToDo: "Choose another."))
    }
    let draft = Draft(
      method: "POST", url: "https://a/",
      body: .multipart([DraftPart(name: "a", value: "1"), DraftPart(name: "f", path: "x")]))
    #expect(strict.examine(draft).problems.map(\.place) == [.part(1)])
  }

  @Test func `a key that stands among the headers is the idempotency key`() throws {
    func key(_ headers: [DraftField]) throws -> String? {
      try preparation.prepare(Draft(method: "POST", url: "https://a/", headers: headers))
        .idempotencyKey
    }
    #expect(try key([DraftField("idempotency-key", "k{{number}}")]) == "k7")
    #expect(try key([DraftField("Idempotency-Key", "k", mark: .off)]) == nil)
    #expect(try key([DraftField("Idempotency-Key", "")]) == nil)
    #expect(try key([DraftField("Idempotency-Key", "env:K")]) == nil)
    let both = Draft(
      url: "https://a/", headers: [DraftField("Idempotency-Key", "k")], idempotencyKey: "o")
    #expect(problems(both).map(\.place) == [.option("idempotency-key")])
  }

  @Test func `an empty idempotency key is made`() throws {
    #expect(
      try preparation.prepare(Draft(url: "https://a/", idempotencyKey: "")).idempotencyKey
        == String(repeating: "ab", count: 16))
  }
}
