import ClientModel
import TestSupport
import Testing

@testable import ClientPipeline

/// A request that was sent, as a draft to be edited and sent again: as typed, or from the request alone.
struct RequestDraftTests {
  private static let gateway = Gateway(
    name: "api", url: "https://a.example/v1",
    defaults: GatewayDefaults(
      headers: [DraftField("X-Client", "weir")], query: [DraftField("lang", "en")]))

  private let full = Preparation(
    environment: Environment(
      name: "dev",
      values: [
        "host": "a.example", "reference": SensitiveText([.reference(.environment("TOKEN"), .none)]),
        "secret": .secret("s3/cr \"et&="), "text": "a/b {{x}} \" ?&=+%41 é", "number": "7",
      ]), files: .assumed, random: RandomSource { Array(repeating: 0xAB, count: $0) },
    gateways: Gateways(all: [Self.gateway], standard: "api"))

  private func emptied(_ preparation: Preparation) -> Preparation {
    var bare = preparation
    bare.environment = Environment(name: preparation.environment.name)
    return bare
  }

  private static let urls = [
    "https://a.example/", "https://{{host}}/x?a=1&b=%20c&flag", "https://b.example:81/{id}/:name",
    "https://b.example/a%2Fb/:at/12:30/%7Bid%7D?q=env:HOME&r={{text}}", "https://b.example/x?",
    "https://b.example/x?k={{secret}}&api_key=plain", "/relative/{{number}}?lang=de",
    "https://me:pw@b.example/", "https://b.example/x?a=1&&b", "https://b.example/%7B%7Bhost%7D%7D",
    "https://b.example/x?%7B%7Bhost%7D%7D=%7B%7Bb%7D%7D", "https://b.example/x?a+b=c+d",
  ]
  private static let fields = [
    DraftField("a", "1"), DraftField("b c", "{{text}}"), DraftField("token", "env:T"),
    DraftField("k", "{{secret}}"), DraftField("env", "env:HOME", mark: .literal),
    DraftField("e", "%41+b", mark: .encoded), DraftField("s", "hush", mark: .secret),
    DraftField("r", "{{reference}}"), DraftField("off", "x", mark: .off), DraftField("", "y"),
    DraftField("password", "open"), DraftField("m", "x{{secret}}y"),
  ]
  private static let headers = [
    DraftField("X-A", "{{text}}"), DraftField("Authorization", "Bearer env:T"),
    DraftField("Authorization", "Bearer {{secret}}"), DraftField("Authorization", "odd"),
    DraftField("X-Api-Key", "{{reference}}"), DraftField("X-B", "env:HOME", mark: .literal),
    DraftField("X-C", "file:/x"), DraftField("X-D", "hush", mark: .secret),
    DraftField("Cookie", "a=b; s=env:T", mark: .secret), DraftField("Cookie", "a=b"),
    DraftField("Accept", "text/csv"), DraftField("User-Agent", "mine"), DraftField("X-Empty", ""),
    DraftField("Content-Type", "application/vnd.x+json"), DraftField("X-M", "a{{secret}}b"),
    DraftField("Idempotency-Key", "own"), DraftField("X-R", "a{{reference}}b"),
  ]
  private static let bodies: [DraftBody] = [
    .none, .json(#"{"a": "{{text}}", "n": {{number}}, "password": "open"}"#),
    .json(#"{"a": "{{secret}}"}"#), .json(#"{"password": "{{secret}}", "b": "{{reference}}"}"#),
    .text("{{text}} {{{{", mediaType: "text/plain"), .text("", mediaType: "text/plain"),
    .text("{{secret}}", mediaType: "text/x"), .form(Array(fields[..<6])),
    .form(Array(fields[6...])),
    .form([]), .bytes([0, 255], mediaType: "image/x"), .bytes([1], mediaType: nil),
    .file(path: "/tmp/{{number}}", mediaType: nil), .file(path: "/b.json", mediaType: "a/b"),
    .multipart([
      DraftPart(name: "a", value: "{{text}}"), DraftPart(name: "f", path: "/x/y.png"),
      DraftPart(name: "g", path: "/x", fileName: "z", mediaType: "a/b"),
    ]),
    .multipart([
      DraftPart(name: "token", value: "open"), DraftPart(name: "n", value: "{{secret}}"),
    ]),
  ]
  private static let credentials: [DraftAuthorization?] = [
    nil, nil, .basic(user: "u{{number}}", password: "env:P"), .bearer("{{secret}}"),
    .basic(user: "u", password: "open"), .digest(user: "{{text}}", password: "file:/p"),
  ]

  private func draft(_ random: inout SeededGenerator) -> Draft {
    func some<Element>(_ all: [Element], most: Int) -> [Element] {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in
        all.randomElement(using: &random)!
      }
    }
    var draft = Draft(
      method: ["GET", "POST", "PUT", "BREW"].randomElement(using: &random)!,
      url: Self.urls.randomElement(using: &random)!,
      pathVariables: [DraftField("id", "{{text}}"), DraftField("name", ":odd", mark: .encoded)],
      query: some(Self.fields, most: 3), headers: some(Self.headers, most: 3),
      body: Self.bodies.randomElement(using: &random)!,
      authorization: Self.credentials.randomElement(using: &random)!)
    draft.removedHeaders = some(["User-Agent", "Accept", "Content-Type"], most: 1)
    draft.gateway = [nil, nil, "api", "none"].randomElement(using: &random)!
    draft.assertions = some(["status 200", "header X is {{number}}", ".a == \"{{{{\""], most: 2)
    draft.options.proxyless = Bool.random(using: &random)
    return draft
  }

  @Test func `each request comes from its draft again, and no secret of it in clear`() throws {
    var random = SeededGenerator(seed: 8)
    var same = 0
    var open = 0
    for _ in 0..<3_000 {
      let draft = draft(&random)
      guard let request = full.examine(draft).request else { continue }
      let back = JobRequests(request: request).edited()
      let result = emptied(full).examine(back.draft)
      guard back.openTemplates.isEmpty else {
        open += 1
        #expect(result.request == nil, "an open template stops the request")
        #expect(!"\(back.draft)".contains("s3/cr") || result.problems.count > 0)
        continue
      }
      var wanted = request
      // A key that a user wrote as a header is made anew, too.
      if request.idempotencyKey != nil {
        wanted.headers.removeAll { $0.name == "Idempotency-Key" }
        #expect(result.request?.idempotencyKey != nil)
      }
      wanted.idempotencyKey = result.request?.idempotencyKey
      // The header is sent, and not the user name in the URL.
      if request.headers.contains(where: { $0.name == "Authorization" }) {
        wanted.credentials = nil
      }
      let got = try #require(result.request, "\(brief(draft)) \(result.problems)")
      let (sent, again) = (Sent(wanted), Sent(got))
      try #require(again == sent, "\(brief(draft)) \(difference(again, sent))")
      try #require(
        Sent.plain(got).contains("s3/cr") == Sent.plain(request).contains("s3/cr"),
        "\(brief(draft)): the secret is no longer sealed")
      same += 1
    }
    #expect(same > 300 && open > 30, "\(same) \(open)")
  }

  private func brief(_ draft: Draft) -> String {
    "\(draft.method) \(draft.url) \(draft.query) \(draft.headers) \(draft.body)"
  }

  /// Where the descriptions part.
  private func difference(_ got: Sent, _ wanted: Sent) -> String {
    let (got, wanted) = (Array("\(got)"), Array("\(wanted)"))
    let place = zip(got, wanted).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
    func words(_ text: [Character]) -> String { String(text[max(0, place - 60)...].prefix(200)) }
    return "got \(words(got)) wanted \(words(wanted))"
  }

  @Test func `a key that was made for one job is made anew for the next`() throws {
    let request = try full.prepare(
      Draft(method: "POST", url: "https://b.example/", idempotencyKey: ""))
    #expect(request.idempotencyKey != nil)
    #expect(JobRequests(request: request).edited().draft.idempotencyKey == "")
  }

  @Test func `a draft is edited as it was typed, with the gateway of its job`() throws {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<300 {
      var typed = draft(&random)
      typed.name = "saved"
      guard let request = full.examine(typed).request else { continue }
      let (edited, open) = JobRequests(request: request, draft: typed).edited()
      var expected = typed
      expected.removeName()
      expected.gateway = typed.gateway ?? request.gateway?.name ?? "none"
      if request.idempotencyKey != nil {
        expected.headers.removeAll { $0.name == "Idempotency-Key" }
        expected.idempotencyKey = ""
      }
      #expect(edited == expected && open.isEmpty)
    }
  }

  @Test func `a request without a draft is edited as text`() throws {
    let request = try full.prepare(
      Draft(
        method: "POST", url: "https://b.example/x/{id}?a=1", pathVariables: [DraftField("id", "7")],
        headers: [DraftField("Authorization", "Bearer env:T")], body: .json(#"{"a": {{number}}}"#),
        endpoint: EndpointName(catalog: "shop", endpoint: "add")))
    let draft = JobRequests(request: request).edited().draft
    #expect(draft.url == "https://b.example/x/7")
    #expect(draft.query == [DraftField("a", "1")])
    #expect(draft.headers.first { $0.name == "Authorization" }?.value == "Bearer env:T")
    #expect(draft.body == .text(#"{"a": 7}"#, mediaType: "application/json"))
    #expect(draft.endpoint == nil)
  }

  @Test func `a draft filled with data makes the same request, or none`() throws {
    let names: Set<String> = ["text", "number", "host", "secret", "reference"]
    var random = SeededGenerator(seed: 10)
    var counts = (filled: 0, refused: 0)
    var withData = emptied(full)
    withData.environment = withData.environment.overlaid(
      withData: full.environment.values.filter { names.contains($0.key) })
    let data: [String: String?] = full.environment.values.mapValues(\.plain)
    for _ in 0..<3_000 {
      let typed = draft(&random)
      guard let wanted = withData.examine(typed).request else { continue }
      guard let filled = typed.filled(with: data) else {
        counts.refused += 1
        continue
      }
      let result = emptied(full).examine(filled)
      let got = try #require(result.request, "\(brief(typed)) \(result.problems)")
      try #require(
        Sent(got) == Sent(wanted), "\(brief(typed)) \(difference(Sent(got), Sent(wanted)))")
      counts.filled += 1
    }
    #expect(counts.filled > 300 && counts.refused > 100, "\(counts)")
  }

  @Test func `data never chooses the server or a reference`() {
    let data = ["x": "env:HOME", "host": "evil.example", "half": "env:", "id": "a/b"]
    func filled(_ draft: Draft) -> Draft? { draft.filled(with: data) }
    #expect(filled(Draft(url: "https://{{host}}/x")) == nil)
    #expect(filled(Draft(url: "{{host}}")) == nil)
    #expect(filled(Draft(url: "https://{{server}}:{{id}}/x")) == nil)
    #expect(filled(Draft(url: "{{server}}/x/{{id}}"))?.url == "{{server}}/x/a/b")
    for value in ["{{x}}", "{{half}}HOME", "a={{x}}", "Bearer {{x}}"] {
      #expect(
        filled(Draft(headers: [DraftField("Cookie", value, mark: .secret)])) == nil, "\(value)")
    }
    #expect(Draft(url: "/{{id}}").filled(withRow: Array(#"{"id": "••••••"}"#.utf8)) == nil)
    #expect(Draft(url: "/{{id}}").filled(withRow: Array(#"{"id": 7}"#.utf8))?.url == "/7")
  }
}

/// A request as it is sent: secrets in clear, and its headers in the order of their names, because what comes
/// by itself stands behind what is the user's own.
private struct Sent: Equatable {
  var request: PreparedRequest
  var texts: [String]

  init(_ request: PreparedRequest) {
    texts =
      request.headers.map { "\($0.name): \($0.value.inClear)" }.sorted()
      + request.secretQuery.map { "\($0.name)=\($0.value.inClear)" }
    switch request.body {
    case .text(let text): texts.append(text.inClear)
    case .multipart(_, let parts):
      texts += parts.map { part in
        if case .text(let text) = part.content { text.inClear } else { "\(part)" }
      }
    case .none, .bytes, .file: texts.append("\(request.body)")
    }
    texts += request.credentials?.values.map(\.inClear) ?? []
    self.request = request
    (self.request.headers, self.request.secretQuery, self.request.body) = ([], [], .none)
    self.request.credentials = nil
    // Fields that are written in the URL cannot be divided by those of the draft.
    self.request.secretQueryPlaces = []
  }

  /// Everything of a request that is stored in clear.
  static func plain(_ request: PreparedRequest) -> String { "\(request)" }
}

extension TransportOptions {
  fileprivate var proxyless: Bool {
    get { route.proxy == "" }
    set { route.proxy = newValue ? "" : nil }
  }
}
