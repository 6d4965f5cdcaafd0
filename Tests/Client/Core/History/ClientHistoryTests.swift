import ClientCore
import ClientModel
import Testing

@Suite struct ClientHistoryTests {
  @Test func `every attempt is there, the newest job and its newest attempt first`() async throws {
    let bench = Bench {
      $0.id.number == 1 && $0.id.job == JobID(1) ? .response(503) : .response(200)
    }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([
      .fixture(.fixture(path: "/one", retry: RetryRule(attempts: 2))),
      .fixture(.fixture(path: "/two")), .fixture(.fixture(path: "/three"), state: .held(.byUser)),
    ])
    try await bench.advance {
      let jobs = try await bench.client.jobs(matching: JobQuery(ids: Array(ids.prefix(2))))
      return jobs.allSatisfy { $0.state == .succeeded }
    }
    func found(_ text: String, _ query: (inout HistoryQuery) -> Void = { _ in }) async throws
      -> [String]
    {
      var wanted = HistoryQuery(HistoryFilter(text, now: bench.clock.now))
      query(&wanted)
      return try await bench.client.history(wanted).exchanges.map {
        "\($0.job.id).\($0.attempt.id.number) \($0.status ?? 0)"
      }
    }
    #expect(try await found("") == ["2.1 200", "1.2 200", "1.1 503"])
    #expect(try await found("status:5xx") == ["1.1 503"])
    #expect(try await found("job:1 /one") == ["1.2 200", "1.1 503"])
    #expect(try await found("") { $0.before = ids[1] } == ["1.2 200", "1.1 503"])
  }

  @Test func `pages look at a bounded number of jobs and go on where they ended`() async throws {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit((0..<10).map { .fixture(.fixture(path: "/\($0)")) })
    try await eventually {
      try await bench.client.count(matching: JobQuery(states: [.succeeded])) == 10
    }
    var query = HistoryQuery(HistoryFilter("/0", now: bench.clock.now), span: 4)
    var found: [JobID] = []
    var pages = 0
    repeat {
      let page = try await bench.client.history(query)
      found += page.exchanges.map(\.job.id)
      query.before = page.next
      pages += 1
    } while query.before != nil && pages < 10
    #expect(pages == 3)
    #expect(found == [ids[0]])
    let few = try await bench.client.history(HistoryQuery(limit: 3))
    #expect(few.exchanges.map(\.job.id) == Array(ids.reversed().prefix(3)))
    #expect(few.next == ids[7])
  }
}
