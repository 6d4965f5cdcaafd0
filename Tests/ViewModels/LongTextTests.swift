import Testing

@testable import ViewModels

struct LongTextTests {
  private struct Dice {
    var state: UInt64
    mutating func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `it holds what an array of characters holds`(seed: UInt64) {
    var dice = Dice(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    var plain = Array(String(repeating: "ab\ncdé👩‍🚀 ", count: 300))
    var long = LongText(plain, pieces: 16 << (seed % 5))
    for _ in 0..<40 {
      let start = dice.next(plain.count + 1)
      let end = min(plain.count, start + dice.next([3, 40, 900][dice.next(3)]))
      let new = Array(String(repeating: ["x", "\n", "y\nz"][dice.next(3)], count: dice.next(9)))
      plain.replaceSubrange(start..<end, with: new)
      long.replace(start..<end, with: new)
    }
    #expect(long.count == plain.count && long.characters(0..<long.count) == plain, "seed \(seed)")
    #expect(long.string == String(plain), "seed \(seed)")
    for _ in 0..<20 {
      let place = dice.next(plain.count + 1)
      let line = plain[..<place].count { $0 == "\n" }
      let start = plain[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
      #expect(long.line(of: place) == line, "seed \(seed)")
      #expect(long.lineStart(of: place) == start, "seed \(seed)")
      #expect(long.lineEnd(of: place) == plain[place...].firstIndex(of: "\n") ?? plain.count)
      #expect(long.start(ofLine: line) == start, "seed \(seed)")
      #expect(long.first(from: place) { $0 == "é" } == plain[place...].firstIndex(of: "é"))
      #expect(long.last(before: place) { $0 == "é" } == plain[..<place].lastIndex(of: "é"))
      if place < plain.count { #expect(long[place] == plain[place]) }
    }
    #expect(long.start(ofLine: long.breaks + 1) == nil)
  }

  @Test func `emptied, it can be filled again`() {
    var text = LongText(Array("abc"))
    text.replace(0..<3, with: [])
    #expect(text.count == 0 && text.string == "" && text.lineEnd(of: 0) == 0)
    text.replace(0..<0, with: ["x"])
    #expect(text.string == "x")
  }
}
