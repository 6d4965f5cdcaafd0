import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// Responses that are stored for later requests.
@Suite(.usesSystem(minutes: 6)) struct CacheRowTests {
  /// Responses that may be stored, each with its own number.
  private func numbered(_ fields: String) throws -> AnsweringServer {
    let count = Counter()
    return try AnsweringServer { _ in
      AnsweringServer.response(200, #"{"number": \#(count.next())}"#, fields)
    }
  }

  private func draft(_ url: String, _ rule: CacheRule? = CacheRule(mode: .fresh)) -> Draft {
    var draft = Draft(url: url)
    if let rule { draft.options.cache = rule }
    return draft
  }

  private func isCached(_ end: LibraryBench.Exchange) -> Bool {
    if case .cache = end.source { true } else { false }
  }

  @Test func `R29 nothing is stored or read unless a request or its gateway says so`() async throws
  {
    let server = try numbered("Cache-Control: max-age=600\r\n")
    let cache = MemoryCache()
    let bench = try await LibraryBench(cache: cache)
    for number in 1...2 {
      let end = try await bench.send(draft(server.url + "/x", nil))
      #expect(end.body == #"{"number": \#(number)}"#)
    }
    #expect(await cache.count(matching: CacheQuery()) == 0)
    for _ in 0..<2 {
      let end = try await bench.send(draft(server.url + "/x"))
      #expect(end.body == #"{"number": 3}"#)
    }
    let gateways = Gateways.api(server.url) { $0.defaults.cache = CacheDefaults(reading: .fresh) }
    #expect(isCached(try await bench.send(Draft(url: "/x"), through: gateways)))
    let own = draft("/x", CacheRule(mode: .off))
    #expect(try await bench.send(own, through: gateways).body == #"{"number": 4}"#)
    await bench.client.quit(.drain)
  }

  @Test func `R30 T-R1 method, server, path, query and whoever asks distinguish stored responses`()
    async throws
  {
    let server = try numbered("Cache-Control: max-age=600\r\n")
    let other = try numbered("Cache-Control: max-age=600\r\n")
    let bench = try await LibraryBench(cache: MemoryCache())
    func ann(_ token: String) -> Draft {
      var draft = draft(server.url + "/a?q=1")
      draft.authorization = .bearer(token)
      return draft
    }
    let drafts = [
      draft(server.url + "/a?q=1"), draft(server.url + "/b?q=1"), draft(server.url + "/a?q=2"),
      draft(other.url + "/a?q=1"), ann("one"), ann("two"),
    ]
    for draft in drafts { #expect(try await bench.send(draft).source == .network) }
    var bodies: [String?] = []
    for draft in drafts {
      let end = try await bench.send(draft)
      #expect(isCached(end), "\(draft.url)")
      bodies.append(end.body)
    }
    #expect(bodies == [1, 2, 3, 1, 4, 5].map { #"{"number": \#($0)}"# })
    #expect(server.requests.count == 5 && other.requests.count == 1)
    await bench.client.quit(.drain)
  }

  @Test func `R31 the reader says how old a response may be, and 0 accepts any age`()
    async throws
  {
    let server = try numbered("Cache-Control: max-age=6000\r\nAge: 1000\r\n")
    let bench = try await LibraryBench(cache: MemoryCache())
    func send(_ most: Duration?) async throws -> String? {
      let end = try await bench.send(
        draft(server.url + "/x", CacheRule(mode: .fresh, maxAge: most)))
      return end.body
    }
    #expect(try await send(nil) == #"{"number": 1}"#)
    #expect(try await send(.seconds(2000)) == #"{"number": 1}"#)
    #expect(try await send(nil) == #"{"number": 1}"#)
    #expect(try await send(.zero) == #"{"number": 1}"#)
    #expect(try await send(.seconds(500)) == #"{"number": 2}"#)
    let stale = try numbered("Cache-Control: max-age=10\r\nAge: 1000\r\n")
    for (most, number) in [(nil, 1), (.seconds(5000), 2), (.zero, 2)] as [(Duration?, Int)] {
      let end = try await bench.send(
        draft(stale.url + "/x", CacheRule(mode: .fresh, maxAge: most)))
      #expect(end.body == #"{"number": \#(number)}"#)
    }
    let none = try await bench.send(draft(server.url + "/y", CacheRule(mode: .only)))
    #expect(none.failure?.kind == .notCached)
    await bench.client.quit(.drain)
  }

  @Test func `R32 values are put in, refreshed, deleted and cleared, and each is reported`()
    async throws
  {
    let server = try numbered("Cache-Control: max-age=600\r\n")
    let cache = MemoryCache()
    let bench = try await LibraryBench(cache: cache)
    let events = try await bench.events(of: [.cacheUpdated, .cacheRemoved]) {
      for path in ["/a", "/b", "/c"] { _ = try await bench.send(draft(server.url + path)) }
      let entries = await cache.entries(matching: CacheQuery())
      let a = try #require(entries.first { $0.displayURL.hasSuffix("/a") })
      let b = try #require(entries.first { $0.displayURL.hasSuffix("/b") })
      let job = try #require(try await bench.client.refreshCached(a.id))
      #expect(try await bench.end(of: job).body == #"{"number": 4}"#)
      #expect(try await bench.send(draft(server.url + "/a")).body == #"{"number": 4}"#)
      #expect(
        await cache.entries(matching: CacheQuery()).map(\.id) == entries.map(\.id),
        "a refreshed response has the id of the one before")
      let request = try PreparedRequest(draft(server.url + "/b"), through: Gateways())
      let own = CachedValue(body: Array("{}".utf8))
      let put = try await bench.client.putIntoCache(own, for: request, in: LaneKey(name: "any"))
      #expect(put.id == b.id)
      #expect(try await bench.send(draft(server.url + "/b")).body == "{}")
      #expect(await bench.client.cachedResponses.remove([b.id]) == 1)
      #expect(await bench.client.cachedResponses.clear() == 2)
      #expect(try await bench.send(draft(server.url + "/a")).source == .network)
    }
    let reported = events.map { event -> String in
      switch event.kind {
      case .cacheUpdated(let change): "+" + change.url.suffix(2)
      case .cacheRemoved(let change): "-" + change.url.prefix(10).suffix(2) + change.url.suffix(2)
      default: "?"
      }
    }
    #expect(reported.map { $0.first } == ["+", "+", "+", "+", "+", "-", "-", "-", "+"])
    #expect(reported.first == "+/a" && reported.contains { $0.first == "-" && $0.hasSuffix("/b") })
  }

  @Test func `R33 T-R3 a validator is sent only with a stored body, which a 304 then gives`()
    async throws
  {
    let server = try AnsweringServer { request in
      if request.path == "/never" {
        return "HTTP/1.1 304 Not Modified\r\netag: \"v1\"\r\n\r\n"
      }
      return request.header("If-None-Match") == "\"v1\""
        ? "HTTP/1.1 304 Not Modified\r\netag: \"v1\"\r\n\r\n"
        : AnsweringServer.response(200, #"{"whole": true}"#, "etag: \"v1\"\r\n")
    }
    let bench = try await LibraryBench(cache: MemoryCache())
    let url = server.url + "/x"
    let first = try await bench.send(draft(url))
    let second = try await bench.send(draft(url))
    #expect(first.source == .network && second.source == .notModified)
    #expect(second.body == #"{"whole": true}"# && second.status == 200)
    #expect(server.requests.map { $0.header("If-None-Match") } == [nil, "\"v1\""])
    let never = try await bench.send(draft(server.url + "/never"))
    #expect(never.failure?.kind == .malformedResponse)
    #expect(never.failure?.why.contains("nothing is stored") == true)
    await bench.client.quit(.drain)
  }
}
