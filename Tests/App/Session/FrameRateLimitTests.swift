import Testing

@testable import weir

/// When frames are drawn that no key asked for.
struct FrameRateLimitTests {
  private let start = ContinuousClock.now

  @Test func `the first news are drawn at once`() {
    var pace = FrameRateLimit()
    #expect(!pace.hasEvents)
    pace.deliverEvents()
    #expect(pace.hasEvents && pace.pause(at: start) == nil)
  }

  @Test func `news behind a frame wait for the rest of the distance`() {
    var pace = FrameRateLimit()
    pace.drew(at: start)
    pace.deliverEvents()
    #expect(pace.pause(at: start + .milliseconds(5)) == FrameRateLimit.distance - .milliseconds(5))
    #expect(pace.pause(at: start + FrameRateLimit.distance) == nil)
  }

  @Test func `a frame that a key asked for shows the news too`() {
    var pace = FrameRateLimit()
    pace.deliverEvents()
    pace.drew(at: start)
    #expect(!pace.hasEvents)
  }
}
