import Panels
import Testing

struct RestingHandsTests {
  private let start = ContinuousClock.now

  @Test func `a question that nobody asked for waits until no key came for a second`() {
    var hands = RestingHands()
    #expect(hands.pause(at: start) == nil, "who pressed nothing yet is asked at once")
    hands.pressed(at: start)
    #expect(hands.pause(at: start) == .seconds(1))
    #expect(hands.pause(at: start + .milliseconds(400)) == .milliseconds(600))
    hands.pressed(at: start + .milliseconds(900))
    #expect(hands.pause(at: start + .seconds(1)) == .milliseconds(900))
    #expect(hands.pause(at: start + .milliseconds(1900)) == nil)
  }

  @Test func `who has just moved is likely to move on at once`() {
    var hands = RestingHands()
    #expect(!hands.areMoving(at: start))
    hands.moved(at: start)
    #expect(hands.areMoving(at: start + .milliseconds(33)))
    #expect(hands.areMoving(at: start + .milliseconds(200)))
    #expect(!hands.areMoving(at: start + .milliseconds(250)))
  }

  @Test func `a key that shows something is not followed by the like`() {
    var hands = RestingHands()
    hands.pressed(at: start)
    #expect(!hands.areMoving(at: start + .milliseconds(10)))
    hands.pressed(at: start + .milliseconds(20))
    hands.moved(at: start + .milliseconds(20))
    #expect(hands.areMoving(at: start + .milliseconds(30)))
  }
}
