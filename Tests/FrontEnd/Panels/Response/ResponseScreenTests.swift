import ClientModel
import JobFixtures
import Panels
import Terminal
import Testing

@testable import ViewModels

/// The response on the whole screen: searched, filtered, with more pages, compared, and what is asked about
/// its values.
struct ResponseScreenTests {
  private static let body = #"""
    {
      "total": 117, "page": 1,
      "orders": [
        {"id": 4711, "state": "open", "customer": {"name": "Ada Lovelace", "city": "London"}},
        {"id": 4712, "state": "paid", "customer": {"name": "Emil Lund", "city": "Bergen"}},
        {"id": 4713, "state": "open", "customer": {"name": "Ada Brun", "city": "Oslo"}}
      ]
    }
    """#

  private func scene(
    _ size: Size, _ text: String = Self.body, job: Int64 = 1
  ) -> ExchangeScene {
    var scene = ExchangeScene(text, size, job: job)
    let environment = Environment(name: "staging", values: ["host": "api.example.com"])
    scene.run { $0.receive(.place(WorkspaceStatus(workspace: "shop", isScratch: false))) }
    scene.run { $0.receive(.environments(.list(["staging"], chosen: environment))) }
    return scene
  }

  private func check(_ scene: ExchangeScene, _ name: String) throws {
    try GoldenScreen.check(scene.frame, name)
  }

  @Test(arguments: ScreenTests.sizes)
  func `a search in a response looks as it was approved`(size: Size) throws {
    var scene = scene(size)
    scene.perform(.app(.find), .insert("ada"))
    try check(scene, "response-search-typed")
    scene.perform(.typing(.enter), .app(.findNext))
    try check(scene, "response-searched")
    scene.perform(.app(.find), .insert("zzz"), .typing(.enter))
    try check(scene, "response-search-empty")
  }

  @Test(arguments: ScreenTests.sizes)
  func `a response seen through a filter looks as it was approved`(size: Size) throws {
    var scene = scene(size)
    scene.perform(.response(.filter), .insert(".orders[].customer"))
    try check(scene, "response-filter-typed")
    scene.perform(.typing(.enter))
    try check(scene, "response-filtered")
  }

  @Test(arguments: ScreenTests.sizes)
  func `appended pages look as they were approved`(size: Size) throws {
    let link = ResponseField("Link", "</things?page=2>; rel=next")
    var result = AttemptResult.json(#"[{"id":1},{"id":2}]"#)
    result.head?.fields.append(link)
    var scene = scene(size)
    scene.run {
      $0.receive(
        .response(
          .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(2, of: 1, result: result)])))
    }
    var wish: PageRequest?
    scene.run { model in
      let effects = model.perform(.response(.loadMore))
      for case .response(.loadMore(let page)) in effects { wish = page }
      return effects
    }
    try check(scene, "response-page-awaited")
    let joined = StoredBody.inline(Array(#"[{"id":1},{"id":2},{"id":3}]"#.utf8))
    let page = LoadedPage(job: JobID(2), head: result.head, joined: joined)
    let update = try PageUpdate(#require(wish), page)
    scene.run { $0.receive(.response(.more(update))) }
    try check(scene, "response-pages")
  }

  @Test(arguments: ScreenTests.sizes)
  func `two responses beside each other look as they were approved`(size: Size) throws {
    var scene = scene(size, CompareScreenTests.now, job: 12)
    scene.perform(.response(.compare))
    let other = Exchange(
      job: .fixture(7, .succeeded),
      attempt: .fixture(1, of: 7, result: .json(CompareScreenTests.before)), request: .fixture())
    scene.run {
      $0.receive(.response(.previous(other, of: AttemptID(job: JobID(12), number: 1))))
    }
    try check(scene, "response-compared")
  }

  @Test(arguments: ScreenTests.sizes)
  func `what is asked about a value of a response looks as it was approved`(size: Size) throws {
    var scene = scene(size)
    scene.go(to: ".total")
    scene.perform(.response(.storeValue))
    try check(scene, "prompt-store-value")
    scene.perform(.typing(.enter))
    try check(scene, "question-store-value")
    scene.perform(.dialog(.dismiss), .response(.useAsAssertion))
    try check(scene, "prompt-assertion")
    scene.perform(.typing(.leave), .response(.save))
    try check(scene, "prompt-save-body")
    scene.perform(.typing(.leave), .response(.useAsParameter))
    try check(scene, "question-new-request")
    scene.perform(.dialog(.dismiss))
    scene.go(to: ".orders[0].customer")
    scene.perform(.response(.saveNode))
    try check(scene, "prompt-save-value")
    scene.perform(.typing(.leave))
    scene.go(to: ".orders")
    scene.perform(.response(.useAsRows))
    try check(scene, "prompt-each-element")
  }

  @Test(arguments: ScreenTests.sizes)
  func `a filter's result to be saved looks as it was approved`(size: Size) throws {
    var scene = scene(size)
    scene.perform(.response(.filter), .insert(".orders[].customer"), .typing(.enter))
    scene.perform(.response(.save))
    try check(scene, "prompt-save-filtered")
  }

  @Test(arguments: ScreenTests.sizes)
  func `a value that a new graph can use looks as it was approved`(size: Size) throws {
    var scene = scene(size, #"{"token": "t-4711", "expires": 3600}"#)
    var job = Job.fixture(1, .succeeded)
    job.name = "auth/login"
    scene.run {
      $0.receive(
        .response(
          .exchange(
            job, .fixture(),
            [.fixture(1, of: 1, result: .json(#"{"token": "t-4711", "expires": 3600}"#))])))
    }
    for name in ["auth/login", "users/me", "orders"] {
      scene.run { GraphDraftChange.add(name).carryOut(in: &$0) }
    }
    scene.run { $0.receive(.graphs(.variables(["token"], of: "users/me"))) }
    scene.run { $0.receive(.graphs(.variables(["token", "id"], of: "orders"))) }
    scene.go(to: ".token")
    scene.perform(.response(.useAsInput))
    try check(scene, "question-graph-input")
  }
}
