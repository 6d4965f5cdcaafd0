import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// Ranges of stored responses, and refreshes (RFC 9110, section 14; RFC 9111, sections 3.3 and 5.2.1.1).
@Suite struct CachedRangeTests {
  @Test(
    arguments: [
      ("bytes=0-1", 11, 0..<2), ("bytes=5-", 11, 5..<11), ("bytes=-3", 11, 8..<11),
      ("bytes=9-99", 11, 9..<11), ("bytes=-99", 11, 0..<11), ("Bytes = 0-0", 11, 0..<1),
      ("bytes=11-", 11, nil), ("bytes=0-", 0, nil), ("bytes=-1", 0, nil),
    ] as [(String, Int64, Range<Int64>?)])
  func `a range selects the bytes that the body has of it`(
    text: String, length: Int64, bytes: Range<Int64>?
  ) {
    #expect(RequestedRange(text)?.bytes(of: ByteCount(length)) == bytes)
  }

  @Test(arguments: [
    "bytes=0-1,3-4", "bytes=3-1", "bytes=-", "bytes=-0", "bytes=a-b", "items=0-1", "bytes", "",
    "bytes=0-1-2", "bytes=+1-2",
  ])
  func `several ranges and what is no range are left to the server`(text: String) {
    #expect(RequestedRange(text) == nil)
  }

  private func request(_ range: String? = nil, mode: CacheRule.Mode = .fresh) -> NewJob {
    var request = PreparedRequest.fixture(
      headers: range.map { [HeaderField("Range", SensitiveText($0))] } ?? [])
    request.options.cache = CacheRule(mode: mode)
    return .fixture(request)
  }

  private func bench(_ fields: [ResponseField]) -> Bench {
    Bench(cache: MemoryCache()) { _ in .json("01234567890", fields) }
  }

  private func result(_ job: NewJob, _ bench: Bench) async throws -> AttemptResult {
    let ids = try await bench.client.submit([job])
    _ = try await bench.client.wait(for: ids)
    return try #require(try await bench.client.attempts(of: ids[0]).last?.result)
  }

  @Test func `a part of a fresh response is served from the store`() async throws {
    let bench = bench([
      ResponseField("Cache-Control", "max-age=3600"), ResponseField("A", "1"),
    ])
    try await bench.client.start(as: .runner)
    _ = try await result(request(), bench)
    let part = try await result(request("bytes=1-3"), bench)
    #expect(part.head?.status == 206 && part.body == .inline(Array("123".utf8)))
    #expect(part.head?.fields.all("Content-Range") == ["bytes 1-3/11"])
    #expect(part.head?.fields.all("Content-Length") == ["3"])
    #expect(part.head?.fields.first("A") == "1" && part.isFromCache)
    #expect(bench.transport.begun.count == 1)
    // What the store does not have is asked of the server.
    for range in ["bytes=11-", "bytes=0-1,3-4"] { _ = try await result(request(range), bench) }
    #expect(bench.transport.begun.count == 3)
  }

  @Test(arguments: [
    [ResponseField("Cache-Control", "max-age=0")],
    [ResponseField("Cache-Control", "max-age=60"), ResponseField("Content-Encoding", "gzip")],
  ])
  func `a part of a stale or a coded response is asked of the server`(
    fields: [ResponseField]
  ) async throws {
    let bench = bench(fields)
    try await bench.client.start(as: .runner)
    _ = try await result(request(), bench)
    _ = try await result(request("bytes=0-1"), bench)
    #expect(bench.transport.begun.count == 2)
  }

  @Test func `a refresh asks the server, through other caches`() async throws {
    let bench = bench([
      ResponseField("Cache-Control", "max-age=3600"), ResponseField("ETag", "\"a\""),
    ])
    try await bench.client.start(as: .runner)
    _ = try await result(request(), bench)
    _ = try await result(request(mode: .refresh), bench)
    let headers = bench.transport.begun[1].request.headers
    #expect(headers.contains { $0.name == "If-None-Match" && $0.value == "\"a\"" })
    #expect(headers.contains { $0.name == "Cache-Control" && $0.value == "max-age=0" })
  }
}
