import ClientCore
import ClientModel
import ClientStore
import Foundation
import TestSupport

/// A hit among 10,000 cached responses, and what 100,000 take under a cap that holds fewer.
enum CacheRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let folder = try TemporaryFolder()
    let done = DispatchSemaphore(value: 0)
    let rows = Rows()
    Task {
      rows.all = await measure(
        in: folder.path("cache"), keyFolder: folder.path("state"), scale)
      done.signal()
    }
    done.wait()
    try Evidence.require(!rows.all.isEmpty, "Finding cached responses", why: "Some were missed.")
    return rows.all
  }

  /// Written before the semaphore's signal and read after it.
  private final class Rows: @unchecked Sendable { var all: [BenchRow] = [] }

  private static func measure(
    in folder: String, keyFolder: String, _ scale: Scale
  ) async -> [BenchRow] {
    let (few, many) = (scale(10_000, small: 100), scale(100_000, small: 200))
    let cap = ByteCount.mebibytes(64)
    let cache = SQLiteCache(folder: folder, keyFolder: keyFolder, cap: cap)
    await fill(cache, 0..<few)
    var spans: [Double] = []
    var misses = 0
    for step in 0..<2 * few {
      let request = request(step * 7919 % few)
      let start = ContinuousClock.now
      let found = await cache.find(request)
      let body = found.first == nil ? nil : await cache.body(of: found[0].response)
      spans.append((ContinuousClock.now - start).inSeconds)
      if body == nil { misses += 1 }
    }
    // Without rows the caller knows that hits were no hits.
    guard misses == 0 else { return [] }
    let p99 = spans.percentile(0.99)
    var most: Int64 = 0
    for start in stride(from: few, to: many, by: few / 2) {
      await fill(cache, start..<start + few / 2)
      most = max(most, size(of: folder))
    }
    await cache.close()
    guard most > 0 else { return [] }
    return [
      BenchRow(
        "cache hit among \(few.grouped), p99", "\(p99.milliseconds), \(misses) misses",
        bar: "≤ 1 ms",
        verdict: p99 <= 0.001 && misses == 0 ? .held : .missed),
      BenchRow(
        "\(many.grouped) cached, on disk", "\(ByteCount(most))", bar: "≤ \(cap)",
        verdict: most <= cap.bytes ? .held : .missed),
    ]
  }

  private static func fill(_ cache: SQLiteCache, _ numbers: Range<Int>) async {
    let clock = SystemClock()
    for number in numbers {
      let body = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 700 + number % 600)
      let head = ResponseHead(
        status: 200,
        fields: [
          ResponseField("Content-Type", "application/json"),
          ResponseField("Cache-Control", "max-age=600"), ResponseField("ETag", "\"\(number)\""),
        ])
      await cache.store(
        StoredResponse(
          displayURL: request(number).url, head: head, requested: clock.now, received: clock.now),
        for: request(number), body: .inline(body))
    }
  }

  private static func request(_ number: Int) -> CacheRequest {
    CacheRequest(method: .get, url: "https://api.example.com/items/\(number)?page=1")
  }

  private static func size(of folder: String) -> Int64 {
    let walk = FileManager.default.enumerator(atPath: folder)
    var sum: Int64 = 0
    while let name = walk?.nextObject() as? String {
      var facts = stat()
      if lstat("\(folder)/\(name)", &facts) == 0, facts.st_mode & S_IFMT == S_IFREG {
        sum += Int64(facts.st_size)
      }
    }
    return sum
  }
}
