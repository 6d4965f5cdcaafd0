import Testing

@testable import ClientHTTP

struct NoticePaceTests {
  private let start = ContinuousClock.now

  @Test(arguments: [(1, 40), (4, 40), (5, 100), (1000, 100)])
  func `a transfer tells of itself at once and then less often the more there are`(
    count: Int, milliseconds: Int
  ) {
    var pace = NoticePace(at: start)
    #expect(pace.due == start)
    pace.told(at: start + .milliseconds(3), among: count)
    #expect(pace.due == start + .milliseconds(3 + milliseconds))
  }

  @Test func `a body that can be read from its file is told of at once`() {
    var pace = NoticePace(at: start)
    pace.told(at: start, among: 1)
    pace.hurry(at: start + .milliseconds(2))
    #expect(pace.due == start + .milliseconds(2))
    pace.hurry(at: start + .milliseconds(9))
    #expect(pace.due == start + .milliseconds(2), "what is due stays due")
  }
}
