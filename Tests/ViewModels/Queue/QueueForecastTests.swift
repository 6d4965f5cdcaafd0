import ClientModel
import JobFixtures
import Testing
import ViewModels

/// The expected start of a waiting job, and the reason why it waits.
struct QueueForecastTests {
  private let now = Timestamp(milliseconds: 100_000)

  private func lane(
    limit: Int = 2, rate: Double? = nil, heldUntil: Int64? = nil, pause: Lane.Pause = .none
  ) -> Lane {
    Lane(
      key: LaneKey(name: "api"), pause: pause, limit: limit, rate: rate,
      heldUntil: heldUntil.map { Timestamp(milliseconds: $0) })
  }

  private func forecast(_ lane: Lane, running: [Int64] = [], duration: Int64? = 1_000)
    -> QueueForecast
  {
    QueueForecast(
      lane,
      LaneActivity(
        durations: duration.map { [.milliseconds($0)] } ?? [],
        running: running.map { Timestamp(milliseconds: $0) }),
      at: now)
  }

  /// A job that ended after this duration, or runs since `now`.
  private func job(_ id: Int64, _ path: String, took: Int64? = nil) -> Job {
    var job = Job.fixture(
      id, took == nil ? .running(attempt: 1) : .succeeded, url: "https://api.example.com\(path)")
    job.since = took == nil ? now : Timestamp(milliseconds: id)
    job.elapsed = took.map { .milliseconds($0) }
    return job
  }

  @Test(arguments: [("/reports/9?year=2026", 10_000), ("/things/9", 100), ("/others", 100)])
  func `a running job is expected to take as long as recent jobs of its route`(
    path: String, expected: Int64
  ) {
    var activity = LaneActivity()
    for id: Int64 in 1...5 { activity.add(job(id, "/things/\(id)", took: 100)) }
    for id: Int64 in 6...8 { activity.add(job(id, "/reports/\(id)", took: 10_000)) }
    activity.add(job(9, "/others", took: 5_000))
    activity.running = [.init(job(10, path))]
    #expect(wait(QueueForecast(lane(limit: 1), activity, at: now), 0) == expected)
  }

  /// The time until the expected start, in milliseconds.
  private func wait(_ forecast: QueueForecast, _ ahead: Int, _ job: Job = .fixture(1)) -> Int64? {
    forecast.start(of: job, ahead: ahead).map { $0.milliseconds - now.milliseconds }
  }

  @Test func `a job starts now while a slot is free, even if no duration is known`() {
    let forecast = forecast(lane(), running: [99_000], duration: nil)
    #expect(wait(forecast, 0) == 0 && forecast.reason(of: .fixture(1), ahead: 0) == nil)
    #expect(wait(forecast, 1) == nil && forecast.reason(of: .fixture(1), ahead: 1) == .laneFull)
  }

  @Test(arguments: [(0, 400), (1, 700), (2, 1_400), (3, 1_700), (20, 10_400)] as [(Int, Int64)])
  func `a slot becomes free when its job has run for the median`(ahead: Int, expected: Int64) {
    let forecast = forecast(lane(), running: [99_700, 99_400])
    #expect(wait(forecast, ahead) == expected)
    #expect(forecast.reason(of: .fixture(1), ahead: ahead) == .laneFull)
  }

  @Test func `a job that runs for longer than the median is expected to run half as long again`() {
    #expect(wait(forecast(lane(limit: 1), running: [1_000]), 0) == 49_500)
  }

  @Test func `a retry that is due waits for a slot as any job`() {
    let due = Job.fixture(1, .waiting(.until(Timestamp(milliseconds: 1))))
    let full = forecast(lane(limit: 1), running: [99_700])
    #expect(full.reason(of: due, ahead: nil) == .laneFull)
    #expect(full.start(of: due, ahead: nil) == full.start(of: .fixture(1), ahead: 0))
    let free = forecast(lane(limit: 1))
    #expect(free.reason(of: due, ahead: nil) == .retry(attempt: 1, of: nil, status: nil))
  }

  @Test func `the jobs above a lowered limit free no slot`() {
    #expect(wait(forecast(lane(limit: 1), running: [99_100, 99_500, 99_900]), 0) == 900)
  }

  @Test func `the rate spaces the starts`() {
    let forecast = forecast(lane(limit: 100, rate: 2), running: [99_900])
    #expect(wait(forecast, 0) == 400 && wait(forecast, 4) == 2_400)
    #expect(forecast.reason(of: .fixture(1), ahead: 0) == .rate)
    let slow = self.forecast(lane(limit: 1, rate: 100), running: [99_900])
    #expect(slow.reason(of: .fixture(1), ahead: 0) == .laneFull)
  }

  @Test func `no job starts before the end of a hold`() {
    let forecast = forecast(lane(heldUntil: 103_000), running: [99_900])
    #expect(wait(forecast, 0) == 3_000 && wait(forecast, 2) == 4_000)
    let held = WaitReason.laneHeld(until: Timestamp(milliseconds: 103_000))
    #expect(forecast.reason(of: .fixture(1), ahead: 0) == held)
    #expect(wait(self.forecast(lane(heldUntil: 90_000)), 0) == 0)
  }

  @Test(arguments: [Lane.Pause.byUser, .byRestart, .offline])
  func `a paused lane has no expected start, and says who paused it`(pause: Lane.Pause) {
    let forecast = forecast(lane(pause: pause))
    #expect(wait(forecast, 0) == nil)
    #expect(forecast.reason(of: .fixture(1), ahead: 0) == .lanePaused(pause))
  }

  @Test func `a job that backs off says its attempt and the last status`() {
    var job = Job.fixture(1, .waiting(.until(Timestamp(milliseconds: 118_000))))
    (job.seriesAttempts, job.attemptLimit, job.status) = (2, 5, 503)
    let forecast = forecast(lane(), running: [99_000, 99_000])
    #expect(wait(forecast, 5, job) == 18_000)
    #expect(forecast.reason(of: job, ahead: 5) == .retry(attempt: 3, of: 5, status: 503))
  }

  @Test func `a job with a start time, and one after another job, say so`() {
    let time = Timestamp(milliseconds: 900_000)
    let forecast = forecast(lane())
    let timed = Job.fixture(1, .held(.until(time)))
    #expect(forecast.start(of: timed, ahead: nil) == time)
    #expect(forecast.reason(of: timed, ahead: nil) == .startTime(time))
    let after = Job.fixture(2, .waiting(.job(JobID(34))))
    #expect(forecast.start(of: after, ahead: 0) == nil)
    #expect(forecast.reason(of: after, ahead: 0) == .after(JobID(34)))
  }

  @Test func `an immediate job ignores its lane`() {
    var job = Job.fixture(1)
    job.scheduling = .immediate
    let forecast = forecast(lane(pause: .byUser))
    #expect(wait(forecast, 9, job) == 0 && forecast.reason(of: job, ahead: 9) == nil)
  }
}
