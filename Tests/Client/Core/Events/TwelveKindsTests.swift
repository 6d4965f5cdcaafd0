import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// The twelve kinds of R40 in modern names, each published once, here and by another process.
@Suite struct TwelveKindsTests {
  /// Of R40's names: `loadRemote`, `loadSkip`, `failInternalError`, `failNetworkError`,
  /// `failServerUnavailable`, `failServerUnathorized`, `updateCache`, `removeCache`,
  /// `updateSharedData`, `removeSharedData`, `doneRequestGroup`, `custom`.
  private static let kinds: Set<Event.Word> = [
    .received, .notModified, .failed, .networkFailed, .unavailable, .unauthorized, .cacheUpdated,
    .cacheRemoved, .valueSet, .valueRemoved, .graphFinished, .own,
  ]

  /// Answers a path of digits with that status, `down` with none, and all others with a response
  /// that may be cached, or with 304 to a conditional request.
  private static func response(_ attempt: OutgoingAttempt) -> FakeTransport.Reply {
    if let status = Int(attempt.name) { return .response(status) }
    if attempt.name == "down" { return .fail(.refused, .nothing) }
    let fields = [ResponseField("Cache-Control", "no-cache"), ResponseField("ETag", "\"a\"")]
    let isAsked = attempt.request.headers.contains { $0.name == "If-None-Match" }
    return .response(isAsked ? 304 : 200, fields)
  }

  private static func send(_ path: String, _ method: HTTPMethod = .get, by client: Client)
    async throws
  {
    var request = PreparedRequest.fixture(method, path: "/" + path)
    request.options.retry.attempts = 1
    if method == .get { request.options.cache = CacheRule(mode: .fresh) }
    _ = try await client.wait(for: try await client.submit([.fixture(request)]))
  }

  /// One thing of each kind: its own words, for the kinds of responses and for the rest.
  private static func doEverything(_ client: Client) async throws {
    try await client.start(as: .runner)
    try await client.sharedValues.report(.all)
    for path in ["cached", "cached", "503", "401", "500", "down"] {
      try await send(path, by: client)
    }
    try await send("cached", .delete, by: client)
    try await client.sharedValues.set(SharedKey("city")!, to: SharedContent("Ulm"))
    try await client.sharedValues.remove([SharedKey("city")!])
    try await client.raise(OwnEvent("deployed"))
    let graph = try await client.submit(NewGraph.fixture([.request("cached")]))
    _ = try await client.wait(for: graph)
  }

  /// Jobs: the cached response, its 304, four that fail in their ways, a change, and the graph's step.
  private static let reported: [String] = [
    "1 received", "1 cacheUpdated", "2 notModified", "2 cacheUpdated", "3 unavailable",
    "4 unauthorized", "5 failed", "6 networkFailed", "7 received", "7 cacheRemoved", "8 received",
    "valueSet", "valueRemoved", "own", "graphFinished",
  ]

  private static func lines(_ events: [Event]) -> [String] {
    let responses = events.compactMap { event in event.job.map { "\($0) \(event.word.name)" } }
    let others: [Event.Word] = [.valueSet, .valueRemoved, .own, .graphFinished]
    return responses
      + others.flatMap { word in events.filter { $0.word == word }.map(\.word.name) }
  }

  @Test func `R40 R41 R43 each of the twelve kinds is published once, in the order of its request`()
    async throws
  {
    let bench = Bench(cache: MemoryCache(), Self.response)
    let log = await bench.client.eventLog(of: Self.kinds)
    try await Self.doEverything(bench.client)
    await bench.client.quit(.drain)
    var events: [Event] = []
    for await event in log { events.append(event) }
    #expect(Self.lines(events) == Self.reported)
    #expect(Set(events.map(\.word)) == Self.kinds)
    let cached = try #require(events.first { $0.word == .cacheUpdated })
    #expect(cached.kind == .cacheUpdated(.init(method: .get, url: "http://a.example/cached")))
    #expect(cached.gateway == "a" && cached.process == .this)
  }

  @Test func `R40 R41 R43 another process receives each of the twelve once, in the same order`()
    async throws
  {
    let hall = SharedStorage.Hall(MemoryStorage(clock: ManualClock(), bodyFolder: "/nonexistent"))
    let doer = Bench(
      behind: SharedStorage(hall, process: 1), cache: MemoryCache(), Self.response)
    let watcher = Bench(behind: SharedStorage(hall, process: 2)).client
    let log = await watcher.eventLog(of: Self.kinds)
    try await watcher.start(as: .visitor)
    try await Self.doEverything(doer.client)
    try await doer.client.raise(OwnEvent("end"))
    await doer.client.quit(.drain)
    var events: [Event] = []
    for await event in log {
      if case .own(let own) = event.kind, own.name == "end" { break }
      events.append(event)
    }
    // Values that come and go between two looks are not seen by another process, nor is that promised.
    let values: Set<String> = ["valueSet", "valueRemoved"]
    #expect(
      Self.lines(events).filter { !values.contains($0) }
        == Self.reported.filter { !values.contains($0) })
    #expect(events.allSatisfy { $0.process == .other })
    await watcher.quit(.stop)
  }

  @Test func `B6 another process receives the addition of each job, however quick the job is`()
    async throws
  {
    let hall = SharedStorage.Hall(MemoryStorage(clock: ManualClock(), bodyFolder: "/nonexistent"))
    let before = Bench(behind: SharedStorage(hall, process: 3), Self.response).client
    try await before.start(as: .runner)
    try await Self.send("old", by: before)
    await before.quit(.drain)
    let doer = Bench(behind: SharedStorage(hall, process: 1), Self.response).client
    let watcher = Bench(behind: SharedStorage(hall, process: 2)).client
    let log = await watcher.eventLog(of: [.submitted, .finished, .own])
    try await watcher.start(as: .visitor)
    try await doer.start(as: .sender)
    var jobs: [JobID] = []
    for number in 0..<23 {
      var job = NewJob.fixture(.fixture(path: "/\(number)"))
      (job.scheduling, job.call) = (.immediate, "call-\(number)")
      jobs += try await doer.submit([job])
      _ = try await doer.wait(for: jobs)
    }
    try await doer.raise(OwnEvent("end"))
    var events: [Event] = []
    for await event in log {
      if event.word == .own { break }
      events.append(event)
    }
    #expect(events.filter { $0.word == .submitted }.map(\.job) == jobs)
    for (number, job) in jobs.enumerated() {
      let own = events.filter { $0.job == job }
      #expect(own.map(\.word) == [.submitted, .finished])
      #expect(own.map(\.call) == ["call-\(number)", "call-\(number)"])
      #expect(own.first?.kind.job?.state == .waiting(.slot))
    }
    await doer.quit(.stop)
    await watcher.quit(.stop)
  }

  @Test func `R32 R40 what the cache deletes is reported here and elsewhere`() async throws {
    let hall = SharedStorage.Hall(MemoryStorage(clock: ManualClock(), bodyFolder: "/nonexistent"))
    let cache = MemoryCache()
    let doer = Bench(behind: SharedStorage(hall, process: 1), cache: cache, Self.response)
    let watcher = Bench(behind: SharedStorage(hall, process: 2)).client
    let here = await doer.client.eventLog(of: [.cacheRemoved])
    let elsewhere = await watcher.eventLog(of: [.cacheRemoved])
    try await watcher.start(as: .visitor)
    try await doer.client.start(as: .runner)
    for path in ["one", "two", "three"] { try await Self.send(path, by: doer.client) }
    let first = try #require(await cache.entries(matching: CacheQuery(text: "one")).first)
    #expect(await doer.client.cachedResponses.remove([first.id]) == 1)
    #expect(await doer.client.cachedResponses.clear() == 2)
    #expect(await doer.client.cachedResponses.clear() == 0)
    let reported = ["http://a.example/one", "http://a.example/three", "http://a.example/two"]
    let job = try #require(first.job)
    for log in [here, elsewhere] {
      var urls: [String] = []
      for await event in log {
        if case .cacheRemoved(let change) = event.kind { urls.append(change.url) }
        #expect(event.gateway == "a")
        if urls.count == 1 { #expect(event.job == job) }
        if urls.count == reported.count { break }
      }
      #expect(urls.first == reported[0] && urls.sorted() == reported)
    }
    await doer.client.quit(.stop)
    await watcher.quit(.stop)
  }
}
