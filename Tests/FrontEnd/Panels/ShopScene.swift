import ClientModel
import JobFixtures
import ViewModels

/// A workspace with saved requests, graphs, an environment and a queue of jobs: what lists, prompts and
/// questions lie over.
enum ShopScene {
  static let draft = Draft(
    method: "PATCH", url: "https://{{host}}/v2/orders/{id}",
    pathVariables: [DraftField("id", "4711")], query: [DraftField("notify", "customer")],
    headers: [DraftField("Accept", "application/json")], body: .json(#"{"state": "paid"}"#))

  static func model() -> AppModel {
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(workspace: "shop", isScratch: false)))
    _ = model.receive(
      .environments(
        .list(
          ["staging", "production"],
          chosen: Environment(
            name: "staging", values: ["host": "api.example.com", "token": "t0"]))))
    _ = model.receive(
      .requests(["login", "orders/cancel", "orders/list", "orders/pay", "users/list"]))
    _ = model.receive(
      .requestHeads(
        [
          "login": "POST", "orders/cancel": "DELETE", "orders/list": "GET", "orders/pay": "PATCH",
          "users/list": "GET",
        ].mapValues { RequestHead(method: $0) }))
    _ = model.receive(.graphNames(["checkout", "nightly"]))
    _ = model.receive(.composer(.loaded(draft, name: "orders/pay")))
    _ = model.receive(.queue(.lanes(lanes)))
    _ = model.receive(.queue(.jobs(jobs, offset: 0, total: jobs.count)))
    _ = model.receive(.spinnerStepped(step: 0, now: Timestamp(milliseconds: 60_000)))
    return model
  }

  static let lanes = [
    LaneTally.fixture(
      "https://api.example.com", counts: [.running: 1, .waiting: 2, .succeeded: 2, .failed: 1]),
    LaneTally.fixture("https://mail.example.com", counts: [.succeeded: 1]),
  ]

  /// In the order of the queue.
  static let jobs: [Job] = [
    job(21, .post, "orders/4711/pay", .running(attempt: 1), name: "orders/pay"),
    job(22, .get, "orders?state=open&page=2", .waiting(.slot), name: "orders/list"),
    job(23, .get, "users?sort=name&page=117", .waiting(.slot), name: "users/list"),
    job(20, .get, "orders?state=open&page=1", .succeeded, status: 200, name: "orders/list"),
    job(19, .post, "orders/4710/pay", failed, status: 500, name: "orders/pay"),
    job(18, .post, "login", .succeeded, status: 200, name: "login"),
    mail,
  ]

  private static let failed =
    Failure(status: 500, assertions: []).map { JobState.failed($0) }
    ?? .succeeded

  private static let mail: Job = {
    var job = Job.fixture(
      17, .succeeded, lane: "https://mail.example.com",
      url: "https://mail.example.com/messages")
    (job.method, job.status, job.elapsed) = (.post, 202, .milliseconds(41))
    return job
  }()

  private static func job(
    _ id: Int64, _ method: HTTPMethod, _ path: String, _ state: JobState, status: Int? = nil,
    name: String
  ) -> Job {
    var job = Job.fixture(
      id, state, lane: "https://api.example.com", url: "https://api.example.com/v2/\(path)")
    (job.method, job.name, job.status) = (method, name, status)
    if status != nil { (job.elapsed, job.bodyLength) = (.milliseconds(128), 4_096) }
    return job
  }
}
