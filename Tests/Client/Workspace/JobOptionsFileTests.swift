import ClientModel
import ClientYAML
import Testing

@testable import ClientWorkspace

struct JobOptionsFileTests {
  /// Noon of a day in local time, so that no test depends on the time zone.
  private let noon =
    EarliestStart.time("2026-11-21T12:00", after: Timestamp(milliseconds: 0))
    ?? Timestamp(milliseconds: 0)

  @Test(arguments: [
    ("+90s", 90), ("+5m", 300), ("+2h", 7200), ("+1d", 86_400), ("14:30", 9000),
    ("2026-11-21T12:00:07", 7), ("2026-11-21 13:00", 3600), ("2026-11-21T11:00", -3600),
    ("11:59", 86_400 - 60), ("12:00", 86_400),
  ])
  func `a span, a time of day and a date are times`(text: String, seconds: Int) throws {
    let time = try #require(EarliestStart.time(text, after: noon))
    #expect(time.milliseconds - noon.milliseconds == Int64(seconds) * 1000)
    #expect(EarliestStart.at(text).state(now: noon) == .held(.until(time)))
  }

  @Test(arguments: ["", "soon", "+5", "+m", "+5w", "+99999999999d", "12", "1:2:3", "12:x"])
  func `any other text is not a start`(text: String) {
    #expect(EarliestStart(word: text) == nil)
  }

  @Test(arguments: [
    JobOptions(), JobOptions(priority: -3, start: .held, lane: "reports", call: "order-7"),
    JobOptions(start: .at("14:30")),
  ])
  func `options are read as they were written`(options: JobOptions) throws {
    let text = try RequestFile.text(Draft(url: "http://a.test", job: options))
    #expect(try RequestFile.draft(YAMLDocument.parse(text, file: "a")).job == options)
  }

  @Test(arguments: ["start: soon", "call: a b", "lane: ''", "priority: high"])
  func `a value that is not valid is refused with what to write`(line: String) throws {
    let root = try YAMLDocument.parse("url: a\nqueue: {\(line)}\n", file: "a")
    let problem = #expect(throws: YAMLProblem.self) { try RequestFile.draft(root) }
    #expect(problem?.whatToDo.isEmpty == false)
  }
}
