import ClientModel
import Testing

@testable import weir

/// Times as people type them.
struct TimeTextTests {
  /// Noon of some day, local time, so that no test depends on the zone.
  private static let noon: Timestamp = {
    do { return try TimeText.parse("2026-11-21T12:00", now: Timestamp(milliseconds: 0)) } catch {
      preconditionFailure("\(error)")
    }
  }()

  private func after(_ text: String) throws -> Duration {
    let time = try TimeText.parse(text, now: Self.noon)
    return .milliseconds(time.milliseconds - Self.noon.milliseconds)
  }

  @Test(arguments: [
    ("+90s", 90), ("+5m", 300), ("+2h", 7200), ("+1d", 86_400), ("14:30", 9000),
    ("2026-11-21T12:00:07", 7), ("2026-11-21 13:00", 3600), ("2026-11-21T11:00", -3600),
  ])
  func `a span, a clock time and a date are read`(text: String, seconds: Int) throws {
    #expect(try after(text) == .seconds(seconds))
  }

  @Test func `a clock time that has passed means tomorrow`() throws {
    #expect(try after("11:59") == .seconds(86_400 - 60))
    #expect(try after("12:00") == .seconds(86_400))
  }

  @Test(arguments: ["", "soon", "+5", "+m", "+5w", "+99999999999d", "12", "1:2:3", "12:x"])
  func `anything else is refused with the forms`(text: String) {
    let problem = #expect(throws: UsageProblem.self) { try after(text) }
    #expect(problem?.whatToDo.contains("+90s") == true)
  }
}
