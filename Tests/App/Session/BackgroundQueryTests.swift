import Terminal
import Testing

@testable import weir

/// Which background chooses a theme, and when.
struct BackgroundQueryTests {
  private let start = ContinuousClock.Instant.now

  private func asked() -> BackgroundQuery {
    var query = BackgroundQuery(configured: nil)
    _ = query.begin(at: start)
    return query
  }

  @Test(arguments: [
    (Color.black, "dark"), (.white, "light"), (.rgb(red: 251, green: 251, blue: 248), "light"),
    (.rgb(red: 0, green: 43, blue: 54), "dark"), (.rgb(red: 253, green: 246, blue: 227), "light"),
  ])
  func `a report in time chooses the theme of its brightness`(color: Color, theme: String) {
    for age in [0, 1, 200] {
      var query = asked()
      #expect(query.theme(for: color, at: start + .milliseconds(age)) == theme)
    }
  }

  @Test func `a late report is ignored, and so is a second one`() {
    var late = asked()
    #expect(late.theme(for: .white, at: start + .milliseconds(201)) == nil)
    #expect(late.theme(for: .white, at: start + .milliseconds(202)) == nil)
    var twice = asked()
    #expect(twice.theme(for: .white, at: start) == "light")
    #expect(twice.theme(for: .black, at: start) == nil)
  }

  @Test func `a configured theme wins, and the terminal is not asked`() {
    var query = BackgroundQuery(configured: "moss")
    #expect(!query.begin(at: start) && query.remainingTime(at: start) == .zero)
    #expect(query.theme(for: .white, at: start) == nil)
  }

  @Test func `a theme that the user chooses meanwhile wins`() {
    var query = asked()
    query.settle()
    #expect(query.theme(for: .white, at: start) == nil)
  }

  @Test func `the terminal is asked once, and awaited no longer than a report is used`() {
    var query = BackgroundQuery(configured: nil)
    #expect(query.remainingTime(at: start) == .zero)
    #expect(query.begin(at: start) && !query.begin(at: start))
    #expect(query.remainingTime(at: start + .milliseconds(150)) == .milliseconds(50))
    #expect(query.remainingTime(at: start + .milliseconds(250)) == .zero)
  }
}
