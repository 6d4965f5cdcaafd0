import ClientModel
import Testing

@testable import ClientCore

struct HistoryFilterTests {
  private static let now = Timestamp(milliseconds: 1_000_000_000)

  private func exchange(
    _ status: Int? = 200, end: AttemptResult.End = .responded, method: HTTPMethod = .get,
    at started: Timestamp = now
  ) -> Exchange {
    let origin = Origin(scheme: "https", host: "api.example.com", port: 443)
    let job = Job(
      id: JobID(17), state: .succeeded, since: started, created: started,
      lane: LaneKey(name: "api"),
      position: 1, method: method, displayURL: "https://api.example.com/Things?q=1",
      name: "users/get", isRepeatable: true)
    let head = status.map {
      ResponseHead(status: $0, fields: [ResponseField("X-Request-Id", "7F3A")])
    }
    let attempt = Attempt(
      id: AttemptID(job: job.id, number: 2), hop: 0, method: method, displayURL: job.displayURL,
      origin: origin, started: started, result: AttemptResult(end: end, head: head))
    let request = PreparedRequest(
      method: method, url: job.displayURL, origin: origin,
      headers: [
        HeaderField("X-Trace", "abc"),
        HeaderField("Authorization", .secret("Bearer hush-hush")),
      ])
    return Exchange(job: job, attempt: attempt, request: request)
  }

  private func fits(_ text: String, _ exchange: Exchange? = nil) -> Bool {
    HistoryFilter(text, now: Self.now).fits(exchange ?? self.exchange())
  }

  @Test(arguments: [
    ("status:200", true), ("status:2xx", true), ("status:2", true), ("status:20", true),
    ("status:404", false), ("status:4xx,200", true), ("status:199-200", true),
    ("status:201-299", false), ("status:", true),
  ])
  func `a status is matched exactly, by its class or by a range`(text: String, fits: Bool) {
    #expect(self.fits(text) == fits)
  }

  @Test func `ends, states, methods and names narrow, and all words must fit`() {
    let gone = exchange(nil, end: .cancelled, method: .post)
    #expect(fits("end:cancelled", gone) && !fits("end:answered,failed", gone))
    #expect(fits("end:cancelled,answered") && fits("state:succ") && !fits("state:failed"))
    #expect(fits("method:POST", gone) && !fits("method:post"))
    #expect(fits("request:users job:17") && !fits("request:users job:18"))
    #expect(!fits("gateway:api"))
    #expect(!fits("status:2xx", gone))
  }

  @Test func `text is found in addresses, names and headers of both, in any case`() {
    for text in [
      "things", "users/get", "x-trace:abc", "7f3a", "x-request-id:7f3a", "https://api.example.com",
    ] {
      #expect(fits(text), "\(text)")
    }
    #expect(!fits("x-trace:abd") && !fits("nowhere"))
  }

  @Test func `what stands on no screen is not found`() {
    #expect(!fits("hush-hush") && fits("authorization"))
  }

  @Test func `times count back from now or name a day`() {
    let old = exchange(at: Self.now.advanced(by: .seconds(-7200)))
    #expect(!fits("since:1h", old) && fits("since:3h", old) && fits("since:1h"))
    #expect(fits("before:1h", old) && !fits("before:1h"))
    #expect(fits("since:1970-01-02", old) && !fits("since:2026-11-21T08:00", old))
    let wrong = HistoryFilter("since:soon status:9999 job:x end:failed", now: Self.now)
    #expect(wrong.unread == ["since:soon", "status:9999", "job:x"])
  }
}
