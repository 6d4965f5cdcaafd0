import Testing

@testable import ClientHTTP

struct RepeatGuardTests {
  private var repeats = RepeatGuard()

  @Test mutating func `a request that no byte has answered is not sent again`() {
    let mayBegin = repeats.mayContinue()
    repeats.noteRequest()
    #expect(mayBegin && !repeats.wasRepeatRefused)
    let mayRepeat = repeats.mayContinue()
    #expect(!mayRepeat && repeats.wasRepeatRefused)
  }

  @Test mutating func `a request may follow a challenge`() {
    repeats.noteRequest()
    repeats.noteResponse()
    #expect(repeats.hasResponse)
    let mayGoOn = repeats.mayContinue()
    #expect(mayGoOn && !repeats.wasRepeatRefused)
  }
}
