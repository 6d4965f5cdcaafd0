import CatalogFixtures
import ClientCatalogs
import ClientModel
import JobFixtures
import Terminal
import Testing
import ViewModels

@testable import Panels

struct ResponseStatusTests {
  /// A response of the shop's endpoint for one book.
  private func answered(_ status: Int) throws -> ResponseModel {
    let shop = CatalogSource("shop", .workspace(path: "catalogs/shop.yaml"))
    var model = AppModel()
    var request = PreparedRequest.fixture()
    request.endpoint = EndpointName("shop#oneBook")
    _ = model.receive(.composer(.submitted(JobID(1), .immediate)))
    let result = AttemptResult.json("{}", status: status)
    _ = model.receive(
      .response(.exchange(.fixture(1, .succeeded), request, [.fixture(1, of: 1, result: result)])))
    _ = model.receive(.catalogs(.listed([shop])))
    _ = model.receive(.catalogs(.opened(try ShopCatalog.catalog())))
    return model.response
  }

  private func rows(_ model: ResponseModel, width: Int, at now: Timestamp? = nil) -> [String] {
    var frame = Frame(size: Size(width: width, height: 12))
    let canvas = PanelCanvas(
      area: Rect(frame.size), isFocused: true, spinnerStep: 2, now: now, keys: .standard)
    ResponsePanel.draw(model, canvas, in: &frame)
    return (0..<3).map { frame.text(row: $0) }
  }

  /// A job that was accepted by 202 and polled once, or never if only one attempt is given.
  private func polled(_ state: JobState, _ statuses: [Int]) -> ResponseModel {
    var job = Job.fixture(1, state)
    job.remote = RemoteJobState(
      address: "https://a.example/ops/1", accepted: Timestamp(milliseconds: 1_000), word: "running",
      asked: statuses.count - 1)
    let attempts = statuses.enumerated().map { index, status in
      var attempt = Attempt.fixture(index + 1, of: 1, result: .json("{}", status: status))
      attempt.started = Timestamp(milliseconds: Int64(index) * 2_000)
      return attempt
    }
    return ResponseScene(job, .fixture(), attempts).model
  }

  private static let polling = JobState.polling(
    word: "running", next: Timestamp(milliseconds: 75_000))

  @Test(arguments: [40, 60, 100])
  func `the response of a polled job says that polling continues, as its queue row`(width: Int) {
    let now = Timestamp(milliseconds: 72_000)
    let first = rows(polled(Self.polling, [202, 200]), width: width, at: now)[0]
    #expect(first.hasPrefix(" ○ polling · ") && first.contains("next 3 s"), "\(first)")
    if width >= 60 { #expect(first.contains(" · last poll 200 OK"), "\(first)") }
    let paused = polled(.polling(word: "running", next: nil), [202])
    let second = rows(paused, width: width, at: now)[0]
    #expect(second.contains("paused") && !second.contains("last poll"), "\(second)")
    if width >= 60 { #expect(second.contains(" · accepted with 202"), "\(second)") }
  }

  @Test func `a poll that is being sent turns the spinner of its response`() {
    let model = polled(.running(attempt: 3), [202, 200])
    let first = rows(model, width: 100, at: Timestamp(milliseconds: 72_000))[0]
    #expect(first.hasPrefix(" ⠹ polling · ") && first.contains("poll sent"), "\(first)")
  }

  @Test func `O7 the catalog's words for a status are on the first line of a response`() throws {
    let words = "That book is not sold here."
    let wide = rows(try answered(404), width: 100)
    #expect(wide[0].hasPrefix(" 404 \(words)"), "\(wide)")
    #expect(!wide[2].contains(words))
    // Where they are cut off they are below, in full.
    let narrow = rows(try answered(404), width: 44)
    #expect(narrow[0].hasPrefix(" 404 That book"), "\(narrow)")
    #expect(!narrow[0].contains(words) && narrow[2].contains(words), "\(narrow)")
    // A success keeps its reason, and its words are below.
    #expect(rows(try answered(200), width: 100)[0].hasPrefix(" 200 OK"))
  }
}
