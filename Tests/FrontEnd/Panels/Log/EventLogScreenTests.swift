import ClientModel
import JobFixtures
import Panels
import Testing
import ViewModels

struct EventLogScreenTests {
  private func model() -> AppModel {
    func logged(_ kind: Event.Kind, _ time: String, job: Int64? = nil) -> LoggedEvent {
      LoggedEvent(
        Event(
          kind, at: Timestamp(milliseconds: 0), job: job.map { JobID($0) }, gateway: "api"),
        time: time)
    }
    var ended = Job.fixture(17, .succeeded)
    ended.status = 200
    ended.elapsed = .milliseconds(63)
    ended.bodyLength = 120
    let refused = Failure(
      .refused, what: "The request to api.example.com was not sent.",
      why: "Nothing takes connections at port 443.", whatToDo: "Check the server.")
    var model = AppModel()
    _ = model.receive(
      .happened([
        logged(.runnerChanged(.thisProcess), "10:00:00"),
        logged(.submitted(.fixture(17)), "10:00:01", job: 17),
        logged(.started(.fixture(17, .running(attempt: 1))), "10:00:01", job: 17),
        logged(.finished(ended), "10:00:02", job: 17),
        logged(.own(OwnEvent("deployed", fields: [.init("version", "1.2")])), "10:00:05"),
        logged(.finished(.fixture(18, .failed(refused))), "10:00:09", job: 18),
        logged(.laneChanged(Lane(key: LaneKey(name: "api"), pause: .byUser)), "10:01:00"),
        logged(.dropped(12), "10:01:01"),
      ]))
    return model
  }

  @Test func `the event log looks as it was approved`() throws {
    var model = model()
    _ = model.perform(.feature(.log))
    try GoldenScreen.check(model, "event-log")
    _ = model.perform(.list(.filter))
    _ = model.perform(.insert("kind:finished 200"))
    try GoldenScreen.check(model, "event-log-filtered")
  }
}
