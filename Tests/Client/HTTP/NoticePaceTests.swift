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
}
