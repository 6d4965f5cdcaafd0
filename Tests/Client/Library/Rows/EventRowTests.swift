import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// The one stream of what happens.
@Suite(.usesSystem(minutes: 6)) struct EventRowTests {
  private func answering() throws -> AnsweringServer {
    try AnsweringServer { request in
      if request.header("If-None-Match") != nil {
        return "HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\n\r\n"
      }
      let status = request.query("status").flatMap { Int($0) } ?? 200
      return AnsweringServer.response(
        status, #"{"a": 1}"#, "ETag: \"v1\"\r\nX-Trace: \(request.path)\r\n")
    }
  }

  private func draft(_ url: String, cached: CacheRule? = nil) -> Draft {
    var draft = Draft(url: url)
    draft.options.retry.attempts = 1
    draft.options.cache = cached
    return draft
  }

  @Test func `R40 one stream reports responses, failures, cache, values, graphs and own events`()
    async throws
  {
    let server = try answering()
    let bench = try await LibraryBench(cache: MemoryCache())
    let key = try #require(SharedKey("city"))
    let words: Set<Event.Word> = [
      .received, .notModified, .failed, .networkFailed, .unavailable, .unauthorized,
      .cacheUpdated, .cacheRemoved, .valueSet, .valueRemoved, .graphFinished, .own,
    ]
    let events = try await bench.events(of: words) {
      for _ in 0..<2 {
        _ = try await bench.send(draft(server.url + "/x", cached: CacheRule(mode: .fresh)))
      }
      for status in [500, 503, 401] {
        _ = try await bench.send(draft(server.url + "/x?status=\(status)"))
      }
      _ = try await bench.send(draft("http://127.0.0.1:1/x"))
      await bench.client.cachedResponses.clear()
      try await bench.client.sharedValues.report(.all)
      try await bench.client.sharedValues.set(key, to: SharedContent("v"))
      try await bench.client.sharedValues.remove([key])
      _ = try await bench.run(.serial([]))
      try await bench.client.raise(OwnEvent("mine"))
    }
    #expect(
      events.map(\.word) == [
        .received, .cacheUpdated, .notModified, .cacheUpdated, .failed, .unavailable,
        .unauthorized, .networkFailed, .cacheRemoved, .valueSet, .valueRemoved, .graphFinished,
        .own,
      ])
  }

  @Test func `events bring the address, the request's name, status, headers, body and value`()
    async throws
  {
    let server = try answering()
    let bench = try await LibraryBench()
    let key = try #require(SharedKey("city"))
    var draft = draft("/users")
    draft.name = "people"
    let gateways = Gateways.api(server.url)
    let request = try PreparedRequest(draft, through: gateways)
    let words: Set<Event.Word> = [.received, .networkFailed, .valueSet, .valueRemoved]
    let events = try await bench.events(of: words) {
      let job = NewJob(request: request, lane: LaneKey(name: "api"), name: "people")
      _ = try await bench.end(of: try await bench.client.submit([job])[0])
      _ = try await bench.send(self.draft("http://127.0.0.1:1/x"))
      try await bench.client.sharedValues.report(.all)
      try await bench.client.sharedValues.set(key, to: SharedContent("v"))
      try await bench.client.sharedValues.remove([key])
    }
    let received = try #require(events.first)
    let exchange = try #require(received.kind.exchange)
    #expect(received.gateway == "api" && received.job == JobID(1))
    #expect(exchange.url == server.url + "/users" && exchange.name == "people")
    #expect(exchange.status == 200 && exchange.head?.fields.first("X-Trace") == "/users")
    #expect(exchange.body == .inline(Array(#"{"a": 1}"#.utf8)))
    let failed = try #require(events.dropFirst().first?.kind.exchange)
    #expect(failed.status == nil && failed.body == .none && failed.failure?.kind == .refused)
    let change = Event.ValueChange(key: "city", value: "v")
    #expect(events.map(\.kind).suffix(2) == [.valueSet(change), .valueRemoved(change)])
  }

  @Test func `R42 each way a request ends has one kind, and every good status is a response`()
    async throws
  {
    let server = try answering()
    let bench = try await LibraryBench()
    let kinds: [(Int, Event.Word)] = [
      (200, .received), (201, .received), (204, .received), (206, .received),
      (401, .unauthorized), (503, .unavailable), (404, .failed), (500, .failed),
    ]
    let words: Set<Event.Word> = [
      .received, .notModified, .failed, .networkFailed, .unavailable, .unauthorized,
    ]
    let events = try await bench.events(of: words) {
      for (status, _) in kinds {
        _ = try await bench.send(draft(server.url + "/x?status=\(status)"))
      }
    }
    #expect(events.map(\.word) == kinds.map(\.1))
  }

  @Test func `R43 the response comes first, then the cache's news, then the job's end`()
    async throws
  {
    let server = try answering()
    let bench = try await LibraryBench(cache: MemoryCache())
    let events = try await bench.events {
      let rule = CacheRule(mode: .fresh, storeFor: .seconds(600))
      _ = try await bench.send(draft(server.url + "/x", cached: rule))
    }
    #expect(
      events.filter { $0.job != nil }.map(\.word) == [
        .submitted, .started, .received, .cacheUpdated, .finished,
      ])
  }

  @Test func `R44 an own event with its fields is heard here and by whoever shares the store`()
    async throws
  {
    let bench = try await LibraryBench()
    let other = try await LibraryBench(in: bench.folder, as: .visitor)
    let event = OwnEvent("deployed", fields: [.init("version", "1.2")])
    var heard = await other.client.eventLog(of: [.own]).makeAsyncIterator()
    let own = try await bench.events(of: [.own]) {
      try await bench.client.raise(event, job: JobID(3), graph: GraphID(4))
    }
    #expect(own.map(\.kind) == [.own(event)] && own.first?.job == JobID(3))
    let there = try #require(await heard.next())
    #expect(there.kind == .own(event) && there.graph == GraphID(4) && there.process == .other)
    await other.client.quit(.drain)
  }

  @Test func `B6 a request begins, is answered and ends, each reported once and in this order`()
    async throws
  {
    let server = try answering()
    let bench = try await LibraryBench()
    let events = try await bench.events {
      for path in ["/x", "/x?status=404"] {
        _ = try await bench.send(draft(server.url + path))
      }
      _ = try await bench.send(draft("http://127.0.0.1:1/x"))
    }
    for (job, response) in [(1, Event.Word.received), (2, .failed), (3, .networkFailed)] {
      #expect(
        events.filter { $0.job == JobID(Int64(job)) }.map(\.word) == [
          .submitted, .started, response, .finished,
        ])
    }
  }

  @Test func `B7 cancelling is an end and no error`() async throws {
    let server = try LedgerServer(.written)
    let bench = try await LibraryBench()
    let events = try await bench.events {
      let request = try PreparedRequest(to: server.url + "/x?hold=x")
      let jobs = [NewJob(request: request, lane: LaneKey(name: "a"))]
      let id = try await bench.client.submit(jobs)[0]
      let held = try await onOwnThread { poll { server.held == 1 ? true : nil } }
      #expect(held == true)
      try await bench.client.cancel([id])
      let end = try await bench.end(of: id)
      guard case .cancelled = end.job.state else {
        Issue.record("\(end.job.state)")
        return
      }
      #expect(end.failure == nil && end.result?.end == .cancelled)
    }
    server.release("x")
    let words = events.filter { $0.job != nil }.map(\.word)
    #expect(words.first == .submitted && words.last == .finished)
    #expect(!words.contains { [.failed, .networkFailed, .received].contains($0) })
    #expect(events.count { $0.word == .finished } == 1 && !events.contains { $0.word == .noticed })
  }
}
