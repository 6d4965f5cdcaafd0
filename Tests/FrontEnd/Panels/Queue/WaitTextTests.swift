import ClientModel
import JobFixtures
import Terminal
import Testing
import ViewModels

@testable import Panels

/// The texts of waiting, held and interrupted jobs, and of the lanes' durations.
struct WaitTextTests {
  private let now = Timestamp(milliseconds: 60_000)

  private func text(_ job: Job, _ lane: Lane = Lane(key: LaneKey(name: "api")), ahead: Int? = 0)
    -> WaitText
  {
    let activity = LaneActivity(durations: [.milliseconds(1_500)], running: [now, now])
    let forecast = QueueForecast(lane, activity, at: now)
    return WaitText(job, forecast, ahead: ahead, at: now)
  }

  @Test(arguments: [
    (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"),
    (23, "23rd"), (111, "111th"), (1_001, "1,001st"),
  ])
  func `a position is an ordinal`(number: Int, expected: String) {
    #expect(WaitText.ordinal(number) == expected)
  }

  @Test func `a job that waits for a slot says its position, its start and why`() {
    let text = text(.fixture(1), ahead: 2)
    #expect([text.position, text.start, text.reason] == ["3rd", "≈ 3 s", "lane full"])
  }

  @Test func `a job that backs off says its attempt and the last status`() {
    var job = Job.fixture(1, .waiting(.until(Timestamp(milliseconds: 78_000))))
    (job.seriesAttempts, job.attemptLimit, job.status) = (2, 5, 503)
    let text = text(job)
    #expect([text.position, text.start, text.reason] == ["", "18 s", "attempt 3 of 5 after 503"])
    #expect(text.shortReason == "got 503")
    job.attemptLimit = nil
    #expect(self.text(job).reason == "attempt 3 after 503")
  }

  @Test func `a past time has its date if it was on another day`() {
    let day: Int64 = 86_400_000
    let time = Timestamp(milliseconds: 20 * day + 43_380_000)
    let today = WaitText.pastTime(time, at: time.advanced(by: .seconds(1)))
    #expect(today == WaitText.timeOfDay(time) && WaitText.pastTime(time, at: nil) == today)
    let later = WaitText.pastTime(time, at: time.advanced(by: .seconds(2 * 86_400)))
    #expect(later.hasSuffix(" " + today) && later.hasPrefix("01-2"))
  }

  @Test func `a job in a paused lane has no start, and says who paused it`() {
    let text = text(.fixture(1), Lane(key: LaneKey(name: "api"), pause: .byUser), ahead: 0)
    #expect([text.position, text.start, text.reason] == ["1st", "–", "paused by you"])
    #expect(self.text(.fixture(2, .waiting(.job(JobID(34))))).reason == "after #34")
  }

  @Test func `the details of a job in a paused lane name the key that resumes it`() {
    var queue = QueueModel()
    _ = queue.receive(.lanes([.fixture(pause: .byUser)]))
    let sentences = WaitText.sentences(.fixture(1), queue, .standard, at: now)
    #expect(sentences == ["The lane is paused by you.", "p in the queue resumes the lane."])
  }

  @Test(arguments: [(0, "soon"), (1, "≈ 1 s"), (59_000, "≈ 59 s"), (61_000, "≈ 2 min")])
  func `an expected start is a time span`(milliseconds: Int64, expected: String) {
    let time = now.advanced(by: .milliseconds(milliseconds))
    #expect(WaitText.start(time, .expected, at: now).string == expected)
  }

  @Test func `a start more than an hour away is a time of day`() {
    let time = now.advanced(by: .seconds(7_200))
    let text = WaitText.start(time, .fixed, at: now).string
    #expect(text == WaitText.timeOfDay(time) && text.count == 5)
  }

  @Test func `a held job says by what, and which key releases it`() {
    func first(_ state: JobState) -> String? {
      DecisionText.choices(.fixture(1, state), in: nil, .standard, at: now).first?.string
    }
    let soon = now.advanced(by: .seconds(40))
    #expect(first(.held(.until(soon))) == "starts in 40 s · H starts it now")
    let batch = GraphRun(
      id: GraphID(12), plan: GraphPlan(rows: RowPlan(source: "rows", count: 9)), created: now,
      instruction: .hold, rows: RowProgress(first: JobID(1), counts: RowCounts([.waiting: 9])))
    let texts = DecisionText.choices(.fixture(1), in: batch, .standard, at: now).map(\.string)
    #expect(texts.first == "held with g12 · H releases g12" && texts.last == "held")
    #expect(first(.held(.byUser)) == "held by you · H releases")
    #expect(first(.held(.missingSecret("token"))) == "secret token is missing · H releases")
    #expect(
      first(.held(.question(.redirectCarriesBody(to: "https://b.example", status: 307))))
        == "send the body to another address? · H yes · x no")
    #expect(
      first(.interrupted(.init(sent: 1, responseBegan: false, why: "Lost.")))
        == "may have taken effect · r retry · M mark done")
    #expect(first(.waiting(.slot)) == nil && first(.succeeded) == nil)
  }

  @Test func `equal durations are half as high as the curve`() {
    func curve(_ milliseconds: Int...) -> String {
      LaneLine.curve(of: LaneActivity(durations: milliseconds.map { .milliseconds($0) }))
    }
    #expect(curve(100, 100, 100) == "▅▅▅")
    #expect(curve(10, 50, 100, 200) == "▁▃▅█" && curve(0, 0) == "▁▁" && curve() == "")
  }
}
