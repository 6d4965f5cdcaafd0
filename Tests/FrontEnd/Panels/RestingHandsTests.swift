import Panels
import Testing

struct RestingHandsTests {
  private let start = ContinuousClock.now

  @Test func `a question that nobody asked for waits until no key came for a second`() {
    var hands = RestingHands()
    #expect(hands.pause(at: start) == nil, "who pressed nothing yet is asked at once")
    hands.moved(at: start)
    #expect(hands.pause(at: start) == .seconds(1))
    #expect(hands.pause(at: start + .milliseconds(400)) == .milliseconds(600))
    hands.moved(at: start + .milliseconds(900))
    #expect(hands.pause(at: start + .seconds(1)) == .milliseconds(900))
    #expect(hands.pause(at: start + .milliseconds(1900)) == nil)
  }

  @Test func `a key that is held down is told from keys that are typed`() {
    var hands = RestingHands()
    #expect(!hands.isKeyHeld(at: start))
    hands.moved(at: start)
    #expect(!hands.isKeyHeld(at: start), "one key is only pressed")
    hands.moved(at: start + .milliseconds(400))
    #expect(!hands.isKeyHeld(at: start + .milliseconds(401)))
    hands.moved(at: start + .milliseconds(433))
    #expect(hands.isKeyHeld(at: start + .milliseconds(434)))
    #expect(!hands.isKeyHeld(at: start + .milliseconds(540)), "it was let go")
  }
}
