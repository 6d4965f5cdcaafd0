import ClientCore
import ClientModel
import Glibc
import Testing

@testable import ClientStore

/// A cache in a folder of its own, with the key in another.
struct CacheBench {
  let folder = StateFolder()
  let clock = StillClock()
  let cap: ByteCount

  init(cap: ByteCount = .mebibytes(64)) { self.cap = cap }

  var path: String { folder.path + "/cache" }

  func open() -> SQLiteCache {
    SQLiteCache(folder: path, keyFolder: folder.path + "/state", cap: cap, clock: clock)
  }

  func request(
    _ path: String = "/x", headers: [(name: String, value: String)] = [], identity: [String] = []
  ) -> CacheRequest {
    CacheRequest(
      method: .get, url: "http://a.example" + path, headers: headers, identity: identity)
  }

  func response(
    _ path: String = "/x", fields: [ResponseField] = [], length: ByteCount = 0
  ) -> StoredResponse {
    StoredResponse(
      displayURL: "http://a.example" + path, head: ResponseHead(status: 200, fields: fields),
      requested: clock.now, received: clock.now, bodyLength: length, job: JobID(7))
  }

  func store(
    _ text: String, in cache: SQLiteCache, _ path: String = "/x", vary: String? = nil,
    headers: [(name: String, value: String)] = [], identity: [String] = []
  ) async {
    await cache.store(
      response(path, fields: vary.map { [ResponseField("Vary", $0)] } ?? []),
      for: request(path, headers: headers, identity: identity), body: .inline(Array(text.utf8)))
  }

  /// The text of what a request may have; nil when there is nothing.
  func text(
    in cache: SQLiteCache, _ path: String = "/x",
    headers: [(name: String, value: String)] = [], identity: [String] = []
  ) async -> String? {
    let found = await cache.find(request(path, headers: headers, identity: identity))
    guard let hit = found.first(where: { $0.selection == .selected }),
      case .inline(let bytes) = await cache.body(of: hit.response)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What the folder's files take on the disk, by their lengths.
  var bytesOnDisk: Int64 { Self.size(of: path) }

  private static func size(of path: String) -> Int64 {
    StateFolder.names(in: path).reduce(0) { sum, name in
      var facts = stat()
      guard lstat("\(path)/\(name)", &facts) == 0 else { return sum }
      return sum
        + (facts.st_mode & S_IFMT == S_IFDIR ? size(of: "\(path)/\(name)") : Int64(facts.st_size))
    }
  }
}

struct SQLiteCacheTests {
  let bench = CacheBench()

  @Test func `a stored response is found, also by the next process`() async {
    let cache = bench.open()
    #expect(!cache.mayHoldAnything)
    #expect(await bench.text(in: cache) == nil)
    #expect(!cache.mayHoldAnything)
    await bench.store("one", in: cache)
    #expect(await bench.text(in: cache) == "one")
    await cache.close()
    let next = bench.open()
    #expect(next.mayHoldAnything)
    #expect(await bench.text(in: next) == "one")
    let entry = await next.entries(matching: CacheQuery()).first
    #expect(entry?.job == JobID(7))
    #expect(entry?.displayURL == "http://a.example/x")
    #expect(entry?.bodyLength == 3)
  }

  @Test func `a newer response takes the place of the older`() async {
    let cache = bench.open()
    await bench.store("one", in: cache)
    await bench.store("two", in: cache)
    #expect(await bench.text(in: cache) == "two")
    #expect(await cache.count(matching: CacheQuery()) == 1)
  }

  @Test func `variants stand beside each other`() async {
    let cache = bench.open()
    for language in ["de", "en"] {
      await bench.store(
        language, in: cache, vary: "Accept-Language", headers: [("Accept-Language", language)])
    }
    for language in ["de", "en"] {
      #expect(await bench.text(in: cache, headers: [("accept-language", language)]) == language)
    }
    #expect(await bench.text(in: cache, headers: [("accept-language", "fr")]) == nil)
    #expect(await cache.find(bench.request()).count == 2)
  }

  @Test func `identities never meet`() async {
    let cache = bench.open()
    await bench.store("ann", in: cache, identity: ["ann"])
    #expect(await bench.text(in: cache, identity: ["ann"]) == "ann")
    #expect(await bench.text(in: cache, identity: ["bob"]) == nil)
    #expect(await bench.text(in: cache) == nil)
    // Groups of texts do not run into one another.
    #expect(await bench.text(in: cache, identity: ["a", "nn"]) == nil)
  }

  @Test func `another process sees at once what one does`() async {
    let (one, two) = (bench.open(), bench.open())
    await bench.store("one", in: one)
    #expect(await bench.text(in: two) == "one")
    await bench.store("two", in: one)
    #expect(await bench.text(in: two) == "two")
    await two.invalidate(["http://a.example/x"])
    #expect(await bench.text(in: one) == nil)
  }

  @Test func `a change voids every identity's response and no other address`() async {
    let cache = bench.open()
    await bench.store("ann", in: cache, identity: ["ann"])
    await bench.store("bob", in: cache, identity: ["bob"])
    await bench.store("other", in: cache, "/y")
    await cache.invalidate(["http://a.example/x"])
    #expect(await bench.text(in: cache, identity: ["ann"]) == nil)
    #expect(await bench.text(in: cache, identity: ["bob"]) == nil)
    #expect(await bench.text(in: cache, "/y") == "other")
  }

  @Test func `a validated response has its new head and its old body`() async throws {
    let cache = bench.open()
    await bench.store("one", in: cache)
    var stored = try #require(await cache.find(bench.request()).first?.response)
    stored.head.fields = [ResponseField("ETag", "\"b\""), ResponseField("Set-Cookie", "a=b")]
    stored.received = stored.received.advanced(by: .seconds(9))
    await cache.renew(stored)
    #expect(await cache.find(bench.request()).first?.response == stored)
    #expect(await bench.text(in: cache) == "one")
  }

  @Test func `a newer response has the id of the one that it replaces, in every process`()
    async throws
  {
    let (cache, other) = (bench.open(), bench.open())
    await bench.store("one", in: cache)
    let old = try #require(await cache.find(bench.request()).first?.response)
    await bench.store("two", in: other)
    await bench.store("else", in: other, "/y")
    let new = try #require(await other.find(bench.request()).first?.response)
    #expect(new.id == old.id && new.revision == old.revision + 1)
    // The old head must not get the new body, nor the new body the old head.
    for cache in [cache, other] {
      #expect(await cache.body(of: old) != .inline(Array("two".utf8)))
      #expect(await cache.body(of: new) == .inline(Array("two".utf8)))
      await cache.renew(old)
      #expect(await cache.find(bench.request()).first?.response.revision == new.revision)
    }
    #expect(await cache.entries(matching: CacheQuery()).map(\.id.rawValue) == [2, 1])
    #expect(await cache.remove([old.id]) == 1)
    #expect(await bench.text(in: other) == nil)
  }

  @Test func `large bodies are files, and go with their response`() async throws {
    let cache = bench.open()
    let source = bench.folder.path + "/body"
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    StateFolder.write(bytes, to: source)
    let digest = [UInt8](repeating: 7, count: 32)
    await cache.store(
      bench.response(length: 100_000), for: bench.request(),
      body: .stored(StoredBytes(localFile: source), length: 100_000, sha256: digest))
    unlink(source)
    let response = try #require(await cache.find(bench.request()).first?.response)
    let body = try #require(await cache.body(of: response))
    let target = bench.folder.path + "/placed"
    #expect(
      body.placed(as: NewBody(localFile: target))
        == .file(name: "placed", length: 100_000, sha256: digest))
    #expect(StateFolder.bytes(of: target) == bytes)
    #expect(await cache.size > 100_000)
    #expect(await cache.remove([response.id]) == 1)
    #expect(StateFolder.names(in: bench.path + "/bodies") == [])
    #expect(StateFolder.bytes(of: target) == bytes)
    #expect(body.placed(as: NewBody(localFile: target + "2")) == nil)
  }

  @Test func `entries are listed by part of their address, and deleted`() async {
    let cache = bench.open()
    for name in ["/a", "/B", "/ab"] { await bench.store(name, in: cache, name) }
    let found = await cache.entries(matching: CacheQuery(text: "EXAMPLE/a"))
    #expect(found.map(\.displayURL) == ["http://a.example/ab", "http://a.example/a"])
    #expect(await cache.count(matching: CacheQuery(text: "b")) == 2)
    let window = await cache.entries(matching: CacheQuery(offset: 1, limit: 1))
    #expect(window.map(\.displayURL) == ["http://a.example/B"])
    #expect(await cache.remove(found.map(\.id)) == 2)
    #expect(await cache.count(matching: CacheQuery()) == 1)
    #expect(await cache.clear() == 1)
    #expect(await cache.count(matching: CacheQuery()) == 0)
    await bench.store("again", in: cache)
    #expect(await bench.text(in: cache) == "again")
  }
}
