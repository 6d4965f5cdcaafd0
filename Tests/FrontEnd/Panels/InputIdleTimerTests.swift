import Panels
import Testing

struct InputIdleTimerTests {
  private let start = ContinuousClock.now

  @Test func `a question that nobody asked for waits until no key came for a second`() {
    var hands = InputIdleTimer()
    #expect(hands.pause(at: start) == nil, "who pressed nothing yet is asked at once")
    hands.pressed(at: start)
    #expect(hands.pause(at: start) == .seconds(1))
    #expect(hands.pause(at: start + .milliseconds(400)) == .milliseconds(600))
    hands.pressed(at: start + .milliseconds(900))
    #expect(hands.pause(at: start + .seconds(1)) == .milliseconds(900))
    #expect(hands.pause(at: start + .milliseconds(1900)) == nil)
  }
}
