import ClientModel
import Testing

@testable import ClientCore

extension SharedValueFacts {
  static func fixture(
    _ key: String, version: Int64, rule: SharedRule = SharedRule()
  ) -> SharedValueFacts {
    SharedValueFacts(
      key: SharedKey(key)!, rule: rule, size: 1, version: version,
      changed: Timestamp(milliseconds: version))
  }
}

/// R35: which changes are news, and how they reach who watches.
struct SharedWatchTests {
  private func shelf(_ version: Int64, _ facts: SharedValueFacts...) -> SharedValueSnapshot {
    SharedValueSnapshot(version: version, facts: facts)
  }

  @Test func `R35 what is there when watching begins is no news`() {
    var watches = SharedWatches()
    watches.begin(with: shelf(3, .fixture("a", version: 3)))
    #expect(watches.compare(with: shelf(3, .fixture("a", version: 3))) == [])
  }

  @Test func `R35 others' changes are told in the order they were made`() {
    var watches = SharedWatches()
    watches.begin(with: shelf(3, .fixture("a", version: 1), .fixture("gone", version: 3)))
    let gone = SharedValueFacts.fixture("gone", version: 3)
    let a = SharedValueFacts.fixture("a", version: 6)
    let b = SharedValueFacts.fixture("b", version: 5)
    #expect(
      watches.compare(with: SharedValueSnapshot(version: 6, facts: [a, b])) == [
        SharedWatches.News.removed(gone, nil), .updated(b), .updated(a),
      ])
    #expect(watches.compare(with: SharedValueSnapshot(version: 6, facts: [a, b])) == [])
  }

  @Test func `R35 an own change is told once, and an older reading does not undo it`() {
    var watches = SharedWatches()
    watches.begin(with: shelf(1, .fixture("a", version: 1)))
    let own = SharedValueFacts.fixture("a", version: 3)
    #expect(watches.set(own) == [.updated(own)])
    // Another process wrote b meanwhile; that reading began before our own change.
    #expect(
      watches.compare(with: shelf(2, .fixture("a", version: 1), .fixture("b", version: 2)))
        == [.updated(.fixture("b", version: 2))])
    #expect(watches.compare(with: shelf(3, own, .fixture("b", version: 2))) == [])
    #expect(watches.remove(own, at: 4, content: nil) == [.removed(own, nil)])
    #expect(watches.compare(with: shelf(5, own, .fixture("b", version: 5))).count == 1)
  }

  @Test func `a slow reader is told how many it missed, in their place`() async {
    let buffer = NewsBuffer<Int>(most: 3)
    for number in 0..<10 { buffer.put(number) }
    var heard: [String] = []
    for _ in 0..<4 {
      switch await buffer.next() {
      case .element(let number): heard.append("\(number)")
      case .dropped(let count): heard.append("dropped \(count)")
      case nil: heard.append("end")
      }
    }
    #expect(heard == ["dropped 7", "7", "8", "9"])
    buffer.finish()
    let end = await buffer.next()
    #expect(end == nil)
  }

  @Test func `a reader whose task is cancelled stops waiting`() async {
    let buffer = NewsBuffer<Int>(most: 3)
    let reader = Task { await buffer.next() == nil }
    reader.cancel()
    #expect(await reader.value)
  }
}
