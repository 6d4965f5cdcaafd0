import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

/// The response beside an open request: what it brought last, and never that of another request.
struct LastResponseTests {
  private func load(_ name: String, _ model: inout AppModel) -> [Effect] {
    model.receive(.composer(.loaded(Draft(url: "https://a.example/\(name)"), name: name)))
  }

  private func loads(_ effects: [Effect]) -> [JobID] {
    effects.compactMap { if case .response(.load(let job)) = $0 { job } else { nil } }
  }

  @Test func `a saved request shows its newest stored response when it is opened`() {
    var model = AppModel()
    #expect(load("one", &model).contains(.history(.findLast(.saved("one")))))
    #expect(loads(model.receive(.composer(.found(JobID(7), of: .saved("one"))))) == [JobID(7)])
  }

  @Test func `what is found for another request than the composed one shows nothing`() {
    var model = AppModel()
    _ = load("one", &model)
    _ = load("two", &model)
    #expect(loads(model.receive(.composer(.found(JobID(7), of: .saved("one"))))) == [])
  }

  @Test func `a job that the user opened meanwhile stays`() {
    var model = AppModel()
    _ = load("one", &model)
    _ = model.settle([.showJob(JobID(3))])
    #expect(loads(model.receive(.composer(.found(JobID(7), of: .saved("one"))))) == [])
    #expect(model.response.exchange.opened == JobID(3))
  }

  @Test func `a new tab shows no response of another request`() {
    var model = AppModel()
    _ = load("one", &model)
    _ = model.receive(.composer(.submitted(JobID(4), .immediate)))
    #expect(model.response.exchange.opened == JobID(4))
    _ = model.perform(.app(.newRequest))
    #expect(model.response.exchange.opened == nil)
    #expect(loads(model.perform(.app(.previousRequest))) == [JobID(4)])
  }

  @Test func `a response that was opened from the queue stays beside the only request`() {
    var model = AppModel()
    _ = model.settle([.showJob(JobID(3))])
    _ = model.perform(.app(.nextRequest))
    #expect(model.response.exchange.opened == JobID(3))
  }

  @Test func `an unnamed request is found by method and address after a restart`() {
    var model = AppModel()
    let draft = Draft(method: "PUT", url: "https://a.example/x")
    let effects = model.receive(
      .composer(.restored([RestoredRequest(draft, base: nil)], current: 0)))
    let wanted = ComposedRequest.unnamed(
      method: HTTPMethod("PUT") ?? .get, url: "https://a.example/x")
    #expect(effects.contains(.history(.findLast(wanted))))
  }

  @Test func `the request of a job that is edited keeps that job's response`() {
    var model = AppModel()
    _ = model.settle([.showJob(JobID(3))])
    let draft = Draft(url: "https://a.example/x")
    _ = model.receive(.composer(.editing(draft, of: JobID(3), open: [])))
    #expect(model.response.exchange.opened == JobID(3))
  }

  @Test func `that a job is sent is said until it ends`() {
    var model = AppModel()
    _ = load("one", &model)
    _ = model.receive(.composer(.submitted(JobID(4), .immediate)))
    _ = model.receive(
      .response(.exchange(.fixture(4, .running(attempt: 1)), .fixture(), [.fixture(1, of: 4)])))
    #expect(model.notice?.what == "Job 4 is being sent.")
    _ = model.receive(.response(.changed([.fixture(4, .succeeded)])))
    #expect(model.notice == nil)
  }

  @Test func `that a job is sent is not said while the job is polled`() {
    var model = AppModel()
    _ = load("one", &model)
    _ = model.receive(.composer(.submitted(JobID(4), .immediate)))
    var job = Job.fixture(4, .polling(word: "busy", next: nil))
    job.remote = RemoteJobState(
      address: "https://a.example/ops/4", accepted: Timestamp(milliseconds: 1))
    _ = model.receive(.response(.exchange(job, .fixture(), [.fixture(1, of: 4)])))
    #expect(model.notice == nil)
  }
}
