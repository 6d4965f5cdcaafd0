import ClientCore
import ClientModel
import Glibc
import Testing

@testable import ClientStore

/// What the cache does about damage, loss, want of space and curiosity.
struct CacheLossTests {
  let bench = CacheBench()

  @Test func `a cache deleted under a running process comes back`() async {
    let (one, two) = (bench.open(), bench.open())
    await bench.store("one", in: one)
    #expect(await bench.text(in: two) == "one")
    for name in StateFolder.names(in: bench.path) { unlink("\(bench.path)/\(name)") }
    rmdir(bench.path + "/bodies")
    rmdir(bench.path)
    #expect(await bench.text(in: one) == nil)
    await bench.store("two", in: one)
    #expect(await bench.text(in: one) == "two")
    #expect(await bench.text(in: two) == "two")
  }

  @Test(arguments: [0, 100, 5000, 9000])
  func `a damaged file is made anew, and nobody hears of it`(place: Int) async throws {
    let first = bench.open()
    for number in 0..<50 { await bench.store("\(number)", in: first, "/\(number)") }
    await first.close()
    try bench.moveLog()
    var bytes = StateFolder.bytes(of: bench.path + "/cache-1.db")
    for index in bytes.indices.dropFirst(place) { bytes[index] = 0x5A }
    StateFolder.write(bytes, to: bench.path + "/cache-1.db")
    let cache = bench.open()
    _ = await bench.text(in: cache, "/1")
    await bench.store("new", in: cache)
    if await bench.text(in: cache) == nil { await bench.store("new", in: cache) }
    #expect(await bench.text(in: cache) == "new")
  }

  @Test func `a flipped bit in a row loses that row alone`() async throws {
    let first = bench.open()
    for name in ["/a", "/b"] { await bench.store("needle-of\(name)", in: first, name) }
    await first.close()
    try bench.moveLog()
    let path = bench.path + "/cache-1.db"
    var bytes = StateFolder.bytes(of: path)
    let needle = Array("needle-of/a".utf8)
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: needle) })
    bytes[start] ^= 1
    StateFolder.write(bytes, to: path)
    let cache = bench.open()
    #expect(await bench.text(in: cache, "/a") == nil)
    #expect(await bench.text(in: cache, "/b") == "needle-of/b")
  }

  @Test func `a folder that takes no writes is as good as an empty cache`() async {
    StateFolder.write([1], to: bench.path)
    let cache = bench.open()
    await bench.store("one", in: cache)
    #expect(await bench.text(in: cache) == nil)
    #expect(await cache.clear() == 0)
    await cache.invalidate(["http://a.example/x"])
    await cache.close()
  }

  @Test func `a lost key makes every response unknown`() async {
    let first = bench.open()
    await bench.store("one", in: first)
    await first.close()
    unlink(bench.folder.path + "/state/key")
    let cache = bench.open()
    #expect(await bench.text(in: cache) == nil)
    await bench.store("two", in: cache)
    #expect(await bench.text(in: cache) == "two")
  }

  @Test func `what was used last stays when room is short`() async {
    let bench = CacheBench(cap: .mebibytes(4))
    let cache = bench.open()
    let body = String(repeating: "x", count: 20_000)
    await bench.store(body, in: cache, "/dear")
    for number in 0..<200 {
      bench.clock.advance(1)
      await bench.store(body, in: cache, "/\(number)")
      bench.clock.advance(1)
      #expect(await bench.text(in: cache, "/dear") == body)
      #expect(bench.bytesOnDisk <= bench.cap.bytes)
    }
    #expect(await bench.text(in: cache, "/199") == body)
    #expect(await bench.text(in: cache, "/0") == nil)
    #expect(await cache.count(matching: CacheQuery()) < 60)
  }

  @Test func `no secret stands in the cache's files`() async throws {
    let cache = bench.open()
    let canary = "canary-4711"
    let request = CacheRequest(
      method: .get, url: "http://a.example/x?key=\(canary)",
      headers: [("Authorization", canary), ("X-Tenant", canary)], identity: [canary],
      implied: ["cookie": canary],
      rule: CacheRule(mode: .fresh, key: CacheKeyRule(headers: ["X-Tenant"])))
    var response = bench.response()
    response.displayURL = "http://a.example/x?key=\(Secret.mask)"
    response.head.fields = [
      ResponseField("Vary", "Authorization, Cookie, X-Tenant"),
      ResponseField("Set-Cookie", "s=\(canary)"),
    ]
    await cache.store(response, for: request, body: .inline(Array("body-0815".utf8)))
    let found = await cache.find(request)
    #expect(found.first?.selection == .selected)
    #expect(found.first?.response.head.fields.first("Set-Cookie") == "s=\(canary)")
    // What answers a request with secrets may repeat them.
    response.protection = .sealed
    response.head.fields.append(ResponseField("X-Echo", canary))
    let other = CacheRequest(method: .get, url: "http://a.example/echo")
    await cache.store(response, for: other, body: .inline(Array("echo \(canary)".utf8)))
    let echo = await cache.find(other).first?.response
    #expect(echo?.head.fields.first("X-Echo") == canary)
    #expect(echo?.protection == .sealed)
    await cache.close()
    let next = bench.open()
    let sealed = try #require(await next.find(other).first?.response)
    #expect(await next.body(of: sealed) == .inline(Array("echo \(canary)".utf8)))
    await next.close()
    let everything = bench.folder.everything(below: "/cache")
    #expect(everything.holds("body-0815"))
    #expect(!everything.holds(canary))
  }
}

extension CacheBench {
  /// Moves SQLite's log into the database, so that damage done to that is not healed.
  func moveLog() throws {
    try Database(path: path + "/cache-1.db", lockTimeout: 60_000)
      .execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
