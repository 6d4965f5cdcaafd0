import ClientCore
import ClientModel
import Synchronization
import Testing

/// Orders on graphs that a client advances.
@Suite struct ClientGraphCommandsTests {
  @Test func `cancelling a graph cancels what runs and gives up the rest`() async throws {
    let bench = Bench { $0.name == "a" ? .hang : .response(200) }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(
      .fixture(
        [.request("a"), .request("b", needs: ["a"]), .request("c", after: ["a"])],
        onFailure: .continue))
    try await eventually { bench.transport.open.count == 1 }
    try await bench.client.cancel(id)
    let run = try #require(try await bench.client.wait(for: id))
    #expect(run.steps.map(\.state) == [.cancelled, .notRun, .notRun])
    #expect(run.isStopped)
    #expect(bench.transport.begun.map(\.name) == ["a"])
  }

  @Test func `a held graph starts nothing until it is released`() async throws {
    let bench = Bench { $0.name == "a" ? .hang : .response(200) }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(.serial(["a", "b"].map { .fixture($0) }))
    try await eventually { bench.transport.open.count == 1 }
    try await bench.client.hold(id)
    bench.transport.reply(bench.transport.open[0], .response(200))
    await bench.client.waitUntilIdle()
    #expect(bench.transport.begun.count == 1)
    try await bench.client.release(id)
    #expect(try await bench.client.wait(for: id)?.summary.text == "2 of 2")
  }

  @Test(arguments: ["graph", "job"])
  func `retrying what failed takes up what was given up for it`(_ what: String) async throws {
    let bad = Mutex(true)
    let bench = Bench { attempt in
      attempt.name == "a" && bad.withLock { $0 } ? .response(404) : .response(200)
    }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(
      .fixture([.request("a"), .request("b", needs: ["a"]), .request("c", after: ["a"])]))
    let failed = try #require(try await bench.client.wait(for: id))
    #expect(failed.steps.map(\.state) == [.failed, .skipped(because: 0), .notRun])
    bad.withLock { $0 = false }
    if what == "graph" {
      try await bench.client.retry(id)
    } else {
      try await bench.client.retry([try #require(failed.steps[0].job)])
    }
    let run = try #require(try await bench.client.wait(for: id))
    #expect(run.steps.map(\.state) == [.done, .done, .done])
    #expect(run.steps[0].job == failed.steps[0].job)
    #expect(run.steps[0].failure == nil)
    #expect(bench.transport.begun.map(\.name).sorted() == ["a", "a", "b", "c"])
  }
}
