import ClientCore
import Testing

@Suite struct RequestGraphTests {
  typealias Links = RequestGraph.Links

  /// Each step needs the one before it.
  private func serial(_ count: Int) -> [Links] {
    (0..<count).map { Links(needs: $0 == 0 ? [] : [$0 - 1]) }
  }

  @Test func `R20 steps without links start together, and one end is reported`() throws {
    var graph = try RequestGraph([Links(), Links(), Links()])
    #expect(graph.begin() == [.run(0), .run(1), .run(2)])
    #expect(graph.done(1) == [])
    #expect(graph.done(0) == [])
    #expect(graph.done(2) == [.end])
  }

  @Test func `R21 a serial graph runs one step after the other`() throws {
    var graph = try RequestGraph(serial(3))
    #expect(graph.begin() == [.run(0)])
    #expect(graph.done(0) == [.run(1)])
    #expect(graph.done(1) == [.run(2)])
    #expect(graph.done(2) == [.end])
    #expect(graph.states == [.done, .done, .done])
  }

  @Test func `R25 the first failure stops the graph, and what runs may finish`() throws {
    var graph = try RequestGraph([Links(), Links(), Links(needs: [0]), Links(needs: [1])])
    _ = graph.begin()
    #expect(graph.failed(0) == [])
    #expect(graph.states == [.failed, .running, .skipped(because: 0), .notRun])
    #expect(graph.done(1) == [.end])
    #expect(graph.isStopped)
  }

  @Test func `R25 a graph that goes on skips only what needs the failed step`() throws {
    let links = [
      Links(), Links(follows: [0]), Links(needs: [0]), Links(needs: [2]), Links(needs: [1]),
    ]
    var graph = try RequestGraph(links, policy: .continue)
    _ = graph.begin()
    #expect(graph.failed(0) == [.run(1)])
    #expect(graph.states[2...] == [.skipped(because: 0), .skipped(because: 0), .waiting])
    #expect(graph.done(1) == [.run(4)])
    #expect(graph.done(4) == [.end])
    #expect(!graph.isStopped)
  }

  @Test func `T-R5 an empty graph ends at once`() throws {
    var graph = try RequestGraph([])
    #expect(graph.begin() == [.end])
  }

  @Test func `T-R5 a step that nobody knows and a cycle are refused by name`() {
    #expect(throws: RequestGraph.Flaw.unknownStep(in: 0, 7)) {
      try RequestGraph([Links(needs: [7])])
    }
    #expect(throws: RequestGraph.Flaw.cycle([1, 0])) {
      try RequestGraph([Links(needs: [1]), Links(follows: [0])])
    }
    #expect(throws: RequestGraph.Flaw.cycle([0])) { try RequestGraph([Links(needs: [0])]) }
  }

  @Test func `T-B3 a step starts only after all it waits for has ended`() throws {
    var graph = try RequestGraph([Links(), Links(), Links(needs: [0, 1, 0], follows: [1])])
    _ = graph.begin()
    #expect(graph.done(0) == [])
    #expect(graph.done(0) == [], "an end reported twice counts once")
    #expect(graph.done(1) == [.run(2)])
  }

  @Test func `a failed step that runs again brings back what was given up for it`() throws {
    var graph = try RequestGraph(serial(2) + [Links(follows: [0])])
    _ = graph.begin()
    #expect(graph.failed(0) == [.end])
    #expect(graph.states == [.failed, .skipped(because: 0), .notRun])
    #expect(graph.again(0) == [])
    #expect(graph.states == [.running, .waiting, .waiting])
    #expect(graph.done(0) == [.run(1), .run(2)])
  }

  @Test func `a stopped graph starts nothing more and ends with what runs`() throws {
    var graph = try RequestGraph(serial(3))
    _ = graph.begin()
    #expect(graph.stop() == [])
    #expect(graph.done(0) == [.end])
    #expect(graph.states == [.done, .notRun, .notRun])
  }

  @Test func `a hundred thousand steps cost little each`() throws {
    let count = 100_000
    var graph = try RequestGraph(serial(count))
    var actions = graph.begin()
    var steps = 0
    while case .run(let step)? = actions.first, steps < count {
      steps += 1
      actions = graph.done(step)
    }
    #expect(steps == count)
    #expect(actions == [.end])
  }
}
