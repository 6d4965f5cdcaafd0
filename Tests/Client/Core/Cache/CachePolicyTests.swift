import ClientModel
import Testing

@testable import ClientCore

struct CachePolicyTests {
  private func conditions(_ candidates: [CacheCandidate]) -> [ResponseField] {
    guard
      case .validate(_, let conditions) = CachePolicy(CacheRule(mode: .fresh)).verdict(
        on: .fixture(), stored: candidates, at: .came(1))
    else { return [] }
    return conditions
  }

  private func candidate(
    _ lines: String, id: Int64 = 1, _ selection: CacheCandidate.Selection = .selected
  ) throws -> CacheCandidate {
    CacheCandidate(try #require(StoredResponse.fixture(lines, id: id)), selection)
  }

  @Test func `every stored tag is asked for, and the date of the one that fits`() throws {
    let found = conditions([
      try candidate("ETag: \"a\" | Last-Modified: @-10", id: 1),
      try candidate("ETag: W/\"b\" | Last-Modified: @-20", id: 2, .otherVariant),
    ])
    #expect(
      found == [
        ResponseField("If-None-Match", "\"a\", W/\"b\""),
        ResponseField("If-Modified-Since", httpDate(-10)),
      ])
  }

  @Test(arguments: ["a", "\"a", "w/\"a\"", "\"a\"b\"", "W/a", ""])
  func `what is not a tag is not sent`(tag: String) throws {
    #expect(conditions([try candidate("ETag: \(tag)")]).isEmpty)
  }

  @Test func `two tags of one response are no tag`() throws {
    #expect(conditions([try candidate("ETag: \"a\" | ETag: \"b\"")]).isEmpty)
  }

  @Test func `the response with the latest date is served`() throws {
    let verdict = CachePolicy(CacheRule(mode: .fresh)).verdict(
      on: .fixture(),
      stored: [
        try candidate("Cache-Control: max-age=60 | Date: @-5", id: 1),
        try candidate("Cache-Control: max-age=60 | Date: @-1", id: 2),
        try candidate("Cache-Control: max-age=60 | Date: @0", id: 3, .otherVariant),
      ], at: .came(1))
    guard case .serve(let response, .cache(let age)) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(response.id == CacheEntryID(2))
    #expect(age == .seconds(2))
  }

  @Test func `what is served states its age once`() throws {
    let stored = try #require(StoredResponse.fixture("age: 5 | X: 1"))
    let head = CachePolicy.served(stored, age: .milliseconds(12_900))
    #expect(head.fields.all("Age") == ["12"])
    #expect(head.fields.first("X") == "1")
  }

  @Test func `fields of one connection are not stored`() {
    let storing = CachePolicy(CacheRule(mode: .fresh)).storing(
      of: .fixture("Connection: close, x-hop | X-Hop: 1 | Keep-Alive: 5 | X: 2"), to: .fixture())
    guard case .store(let head) = storing else {
      Issue.record("\(storing)")
      return
    }
    #expect(head.fields.map(\.name) == ["X", "Date"])
  }

  @Test func `a server's error does not replace a stored response`() throws {
    func storing(over stored: [CacheCandidate]) -> CachePolicy.Storing {
      CachePolicy(CacheRule(mode: .fresh)).storing(
        of: .fixture("Cache-Control: max-age=60", status: 503), to: .fixture(), over: stored)
    }
    #expect(storing(over: []) != storing(over: [try candidate("ETag: \"a\"")]))
    #expect(storing(over: []) == storing(over: [try candidate("ETag: \"a\"", .otherVariant)]))
  }

  @Test func `a HEAD that says the same renews, and one that differs outdates`() throws {
    let stored = try #require(StoredResponse.fixture("ETag: \"a\" | Content-Length: 5"))
    func compare(_ lines: String) -> CachePolicy.Comparison {
      CachePolicy.comparison(
        of: .fixture(lines), with: stored, requested: .came(9), received: .came(10))
    }
    guard case .renewed(let renewed) = compare("ETag: \"a\" | Content-Length: 5 | X: 1") else {
      Issue.record("It was not renewed.")
      return
    }
    #expect(renewed.head.fields.first("X") == "1")
    #expect(renewed.received == .came(10))
    #expect(compare("ETag: \"b\"") == .outdated)
    #expect(compare("ETag: \"a\" | Content-Length: 6") == .outdated)
  }

  @Test func `R30 J23 T-J6 keys differ by what they should differ by, and by nothing else`() {
    let plain = CacheRequest.fixture().key
    #expect(CacheRequest.fixture("X: 1").key == plain)
    #expect(CacheRequest.fixture(method: .head).key == plain)
    #expect(CacheRequest.fixture(url: "http://a.example/x#part").key == plain)
    #expect(CacheRequest.fixture(url: "http://a.example/X").key != plain)
    #expect(CacheRequest.fixture(url: "http://b.example/x").key != plain)
    #expect(CacheRequest.fixture(identity: ["bob"]).key != plain)
    #expect(
      CacheRequest.fixture(identity: ["bob"]).key != CacheRequest.fixture(identity: ["eve"]).key)
  }

  @Test func `J23 a key of the user's own sorts the query and adds headers and body`() {
    func key(_ url: String, _ lines: String = "", body: [UInt8]? = nil) -> CacheKey {
      CacheRequest.fixture(
        lines, url: url, body: body,
        rule: CacheRule(
          mode: .fresh, key: CacheKeyRule(query: .sorted, headers: ["X-Tenant"], body: .included))
      ).key
    }
    let first = key("http://a.example/x?b=2&a=1&b=1", "X-Tenant: t")
    #expect(first == key("http://a.example/x?a=1&b=2&b=1", "x-tenant: t"))
    #expect(first != key("http://a.example/x?a=1&b=1&b=2", "X-Tenant: t"))
    #expect(first != key("http://a.example/x?a=1&b=2&b=1", "X-Tenant: u"))
    #expect(first != key("http://a.example/x?a=1&b=2&b=1", "X-Tenant: t", body: [1]))
    #expect(
      CacheRequest.fixture(url: "http://a/?b&a").key
        != CacheRequest.fixture(url: "http://a/?a&b").key)
  }

  @Test func `a listed method has its body in the key, and is no GET`() {
    func key(
      _ method: HTTPMethod, _ body: [UInt8]?, _ name: String? = nil,
      _ url: String = "http://a.example/x"
    )
      -> CacheKey
    {
      CacheRequest.fixture(
        method: method, url: url, body: body,
        rule: CacheRule(mode: .fresh, key: CacheKeyRule(name: name), methods: [.post])
      ).key
    }
    #expect(key(.post, [1]) == key(.post, [1]))
    #expect(key(.post, [1]) != key(.post, [2]))
    #expect(key(.post, nil) != key(.get, nil))
    #expect(key(.post, [1], "lamps") == key(.post, [2], "lamps", "http://a.example/y?z=1"))
    #expect(key(.post, [1], "lamps") != key(.post, [1], "beds"))
    #expect(key(.post, [1], "lamps") != key(.post, [1], "lamps", "http://b.example/x"))
    #expect(key(.get, nil, "lamps") != key(.get, nil))
  }

  @Test func `the response to a POST is stored only where the rule lists it`() {
    for (methods, isStored) in [([], false), ([.post], true)] as [([HTTPMethod], Bool)] {
      let rule = CacheRule(mode: .fresh, methods: methods)
      let storing = CachePolicy(rule).storing(
        of: .fixture("Cache-Control: max-age=60"),
        to: .fixture(method: .post, body: [1], rule: rule))
      if case .store = storing { #expect(isStored) } else { #expect(!isStored) }
    }
  }

  @Test func `each obstacle says why and what to do`() {
    let rule = CacheRule(mode: .fresh)
    let posts = CacheRule(mode: .fresh, methods: [.post])
    #expect(rule.obstacle(to: .get, body: .none, headers: ["Accept"]) == nil)
    #expect(rule.obstacle(to: .post, body: .none, headers: []) == .method(.post))
    #expect(rule.obstacle(to: .get, body: .fixed, headers: []) == .uncoveredBody)
    #expect(posts.obstacle(to: .post, body: .fixed, headers: []) == nil)
    #expect(posts.obstacle(to: .post, body: .unique, headers: []) == .uniqueBody)
    #expect(rule.obstacle(to: .get, body: .none, headers: ["range"]) == .header("Range"))
    let named = CacheRule(mode: .fresh, key: CacheKeyRule(name: "x"), methods: [.post])
    #expect(named.obstacle(to: .post, body: .unique, headers: []) == nil)
    #expect(CacheObstacle.method(.post).whatToDo.contains("--cache-method POST"))
    #expect(!CacheObstacle.method(.put).whatToDo.contains("--cache-method"))
  }

  @Test func `a GET with a body is cached only under a key that covers it`() {
    let plain = CacheRule(mode: .fresh)
    let withBody = CacheRule(mode: .fresh, key: CacheKeyRule(body: .included))
    func isStored(_ rule: CacheRule) -> Bool {
      let storing = CachePolicy(rule).storing(
        of: .fixture("ETag: \"a\""), to: .fixture(body: [1], rule: rule))
      if case .store = storing { return true }
      return false
    }
    #expect(!isStored(plain))
    #expect(isStored(withBody))
  }

  @Test func `neither a request nor a key shows what it holds`() {
    let request = CacheRequest.fixture("Authorization: Bearer canary", identity: ["canary"])
    var shown = "\(request) \(request.key) \(String(reflecting: request.key))"
    dump(request, to: &shown)
    dump(request.key, to: &shown)
    #expect(!shown.contains("canary"))
  }
}
