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

  @Test func `portions rest until no other key is likely to follow`() {
    var pace = ReadingPace()
    pace.pauseForKeys(at: now)
    #expect(pace.rest(at: now + ReadingPace.keyInterval - .milliseconds(1)) == ReadingPace.keyRest)
    #expect(pace.rest(at: now + ReadingPace.keyInterval) == nil)
    pace.pauseForKeys(at: now + .milliseconds(100))
    #expect(pace.rest(at: now + ReadingPace.keyInterval) == ReadingPace.keyRest)
  }
}
