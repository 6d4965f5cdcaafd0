import Testing

@testable import ClientReading

struct ReadingPaceTests {
  @Test func `portions follow each other without a rest`() {
    var pace = ReadingPace()
    #expect(pace.rest() == nil)
    pace.didRead(.read)
    #expect(pace.rest() == nil)
  }

  @Test func `what has caught up rests while more arrives`() {
    var pace = ReadingPace()
    pace.didRead(.caughtUp)
    #expect(pace.rest() == ReadingPace.arrivalRest)
    pace.didRead(.read)
    #expect(pace.rest() == nil)
  }

  @Test func `the portions after a key rest for as long as another is likely to follow`() {
    var pace = ReadingPace()
    pace.giveWay()
    for _ in 0..<ReadingPace.breathsAfterKey { #expect(pace.rest() == ReadingPace.breath) }
    #expect(pace.rest() == nil)
    #expect(ReadingPace.breath * ReadingPace.breathsAfterKey < .milliseconds(250))
  }

  @Test func `each key begins the rests anew`() {
    var pace = ReadingPace()
    pace.giveWay()
    _ = pace.rest()
    pace.giveWay()
    for _ in 0..<ReadingPace.breathsAfterKey { #expect(pace.rest() == ReadingPace.breath) }
    #expect(pace.rest() == nil)
  }
}
