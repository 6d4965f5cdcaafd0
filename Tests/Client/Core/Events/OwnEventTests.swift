import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

@Suite struct OwnEventTests {
  @Test func `R44 an own event reaches the listener with its fields and its call`() async throws {
    let bench = Bench()
    let log = await bench.client.eventLog(of: [.own])
    let event = OwnEvent("deployed", fields: [.init("version", "1.2"), .init("by", "ada")])
    try await bench.client.raise(event, job: JobID(7), graph: GraphID(3))
    await bench.client.quit(.drain)
    var found: [Event] = []
    for await event in log { found.append(event) }
    #expect(found.map(\.kind) == [.own(event)])
    #expect(found.map(\.job) == [JobID(7)] && found.map(\.graph) == [GraphID(3)])
    #expect(found.map(\.line) == ["deployed version=1.2 by=ada"])
  }

  @Test func `R40 an own event has its caller's identifier, else that of its job or its graph`()
    async throws
  {
    let hall = SharedStorage.Hall(MemoryStorage(clock: ManualClock(), bodyFolder: "/nonexistent"))
    let bench = Bench(behind: SharedStorage(hall, process: 1))
    let watcher = Bench(behind: SharedStorage(hall, process: 2)).client
    let logs = [
      await bench.client.eventLog(of: [.own]), await watcher.eventLog(of: [.own]),
    ]
    try await watcher.start(as: .visitor)
    var job = NewJob.fixture(.fixture())
    job.call = "order-7"
    let id = try #require(try await bench.client.submit([job]).first)
    var graph = NewGraph.fixture([.request("a")])
    graph.plan.call = "run-3"
    let run = try await bench.client.submit(graph)
    try await bench.client.raise(OwnEvent("a"), call: "mine")
    try await bench.client.raise(OwnEvent("b"), job: id)
    try await bench.client.raise(OwnEvent("c"), graph: run)
    try await bench.client.raise(OwnEvent("d"), job: id, graph: run, call: "mine")
    try await bench.client.raise(OwnEvent("e"))
    for log in logs {
      var calls: [String?] = []
      for await event in log {
        calls.append(event.call)
        if calls.count == 5 { break }
      }
      #expect(calls == ["mine", "order-7", "run-3", "mine", nil])
    }
    await bench.client.quit(.stop)
    await watcher.quit(.stop)
  }

  @Test func `R44 an event without a name, or one too long, is refused in three sentences`()
    async throws
  {
    let bench = Bench()
    let long = OwnEvent("e", fields: [.init("f", String(repeating: "x", count: 20_000))])
    for event in [OwnEvent(""), long] {
      await #expect(throws: Failure.self) { try await bench.client.raise(event) }
    }
  }

  @Test func `a line of the log holds no control character whatever an event says`() {
    let evil = "\u{1B}]0;x\u{7}\n\r\t\u{202E}\u{2028}é日"
    let line = Event(
      .own(OwnEvent(evil, fields: [.init(evil, evil)])), at: Timestamp(milliseconds: 0)
    ).line
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    #expect(line.contains("é日"))
  }
}
