import ClientModel
import JobFixtures
import Testing

struct JobFilterTests {
  private func fits(_ filter: String, _ job: Job) -> Bool {
    HistoryFilter(filter, now: Timestamp(milliseconds: 10_000_000)).fits(job)
  }

  @Test func `a job is judged by its row alone`() {
    var job = Job.fixture(7, .succeeded, lane: "Shop", url: "https://a.example/Orders?q=1")
    job.status = 404
    job.name = "orders/list"
    for filter in [
      "", "status:4xx", "state:succ", "end:succeeded", "method:g", "lane:shop", "gateway:shop",
      "job:7", "orders", "succeeded", "request:list", "status:4xx orders", "status:",
    ] { #expect(fits(filter, job), "\(filter)") }
    for filter in ["status:5xx", "state:failed", "method:post", "lane:api", "job:8", "books"] {
      #expect(!fits(filter, job), "\(filter)")
    }
  }

  @Test func `letters outside ASCII are found in either case, and not left to the store`() {
    let job = Job.fixture(7, .succeeded, url: "https://a.example/CAFÉ")
    #expect(fits("café", job) && fits("caf", job) && !fits("cafe", job))
    #expect(HistoryFilter("café caf", now: Timestamp(milliseconds: 0)).storedTexts == ["caf"])
  }

  @Test func `a word that may be of a state is not left to the store`() {
    let filter = HistoryFilter("fail succeeded orders", now: Timestamp(milliseconds: 0))
    #expect(filter.storedTexts == ["orders"])
  }

  @Test func `only states that all words allow are read`() {
    let now = Timestamp(milliseconds: 0)
    #expect(HistoryFilter("x", now: now).states == nil)
    #expect(HistoryFilter("state:failed,int", now: now).states == [.failed, .interrupted])
    #expect(HistoryFilter("state:failed state:succeeded", now: now).states == [])
  }
}
