import ClientCore
import ClientModel
import Testing

@testable import ClientStore

/// How the cache does with many entries. The figures that count are the benchmark's; these hold on
/// a busy machine and a slow build too.
struct CacheSizeTests {
  @Test(.timeLimit(.minutes(5)))
  func `a hit among thousands takes under a millisecond`() async {
    let bench = CacheBench()
    let cache = bench.open()
    let count = 3_000
    for number in 0..<count { await bench.keep("\(number)", in: cache, "/\(number)") }
    await cache.close()
    // Opened anew, so that memory holds nothing yet.
    let next = bench.open()
    var spans: [Duration] = []
    for step in 0..<2_000 {
      let number = step * 7 % count
      let start = ContinuousClock.now
      let text = await bench.text(in: next, "/\(number)")
      spans.append(ContinuousClock.now - start)
      #expect(text == "\(number)")
    }
    spans.sort()
    print("cache hit: median \(spans[spans.count / 2]), p99 \(spans[spans.count * 99 / 100])")
    #expect(spans[spans.count / 2] < .milliseconds(1))
  }

  @Test(.timeLimit(.minutes(5)))
  func `far more entries than fit stay under the cap`() async {
    let bench = CacheBench(cap: .mebibytes(6))
    let cache = bench.open()
    var most: Int64 = 0
    for number in 0..<5_000 {
      await bench.keep(String(repeating: "x", count: 900 + number % 300), in: cache, "/\(number)")
      if number.isMultiple(of: 50) { most = max(most, bench.bytesOnDisk) }
    }
    #expect(most <= bench.cap.bytes)
    #expect(await bench.text(in: cache, "/4999") != nil)
    #expect(await bench.text(in: cache, "/0") == nil)
    let count = await cache.count(matching: CacheQuery())
    #expect((500..<4_000).contains(count), "\(count)")
  }
}
