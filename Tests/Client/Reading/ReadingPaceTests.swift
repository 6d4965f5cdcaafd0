import Testing

@testable import ClientReading

struct ReadingPaceTests {
  private let now = ContinuousClock.now

  @Test func `portions follow each other without a rest`() {
    var pace = ReadingPace()
    #expect(pace.rest(at: now) == nil)
    pace.didRead(.read)
    #expect(pace.rest(at: now) == nil)
  }

  @Test func `what has caught up rests while more arrives`() {
    var pace = ReadingPace()
    pace.didRead(.caughtUp)
    #expect(pace.rest(at: now) == ReadingPace.arrivalRest)
    pace.didRead(.read)
    #expect(pace.rest(at: now) == nil)
  }

  @Test func `the portions after a key rest for as long as another is likely to follow`() {
    var pace = ReadingPace()
    pace.giveWay(at: now)
    for _ in 0..<ReadingPace.breathsAfterKey { #expect(pace.rest(at: now) == ReadingPace.breath) }
    #expect(pace.rest(at: now) == nil)
    #expect(ReadingPace.breath * ReadingPace.breathsAfterKey < .milliseconds(250))
  }

  @Test func `each key begins the rests anew`() {
    var pace = ReadingPace()
    pace.giveWay(at: now)
    _ = pace.rest(at: now)
    pace.giveWay(at: now)
    for _ in 0..<ReadingPace.breathsAfterKey { #expect(pace.rest(at: now) == ReadingPace.breath) }
    #expect(pace.rest(at: now) == nil)
  }

  @Test func `a key of long ago lets no portion rest`() {
    var pace = ReadingPace()
    pace.giveWay(at: now)
    #expect(pace.rest(at: now + .milliseconds(249)) == ReadingPace.breath)
    #expect(pace.rest(at: now + .milliseconds(250)) == nil)
  }
}
