import Testing

@testable import ClientHTTP

struct ProgressPaceTests {
  private let start = ContinuousClock.now

  @Test(arguments: [
    (1, 0, 8), (4, 1 << 20, 8), (5, 0, 100), (1000, 0, 100), (1, 1 << 30, 100),
  ])
  func `a transfer reports itself at once and then less often the more there is`(
    count: Int, length: Int64, milliseconds: Int
  ) {
    var pace = ProgressPace(at: start)
    #expect(pace.due == start)
    pace.reported(length, at: start + .milliseconds(3), among: count)
    #expect(pace.due == start + .milliseconds(3 + milliseconds))
  }
}
