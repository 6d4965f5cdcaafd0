import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// Tasks that wait for graphs in a store in memory, without a client.
@Suite struct GraphWaitingTests {
  private let clock = ManualClock()
  private let storage: MemoryStorage
  private let reader: GraphReader
  private let waiting = GraphWaiting()

  init() {
    storage = MemoryStorage(clock: clock, bodyFolder: "/nonexistent")
    reader = GraphReader(graphs: storage, jobs: storage)
  }

  private func add() async throws -> GraphRun {
    let plan = GraphPlan(name: "g", steps: [GraphStep(name: "s", work: .jq("."))])
    return try await storage.add(NewGraph(plan, GraphMaterial()), at: clock.now)
  }

  @Test func `a graph that is not stored is not waited for`() async throws {
    #expect(try await waiting.wait(for: GraphID(7), in: reader, unless: { false }) == nil)
  }

  @Test func `a graph that was cancelled is not waited for`() async throws {
    let (graph, now) = (try await add(), clock.now)
    _ = try await storage.change(graph: graph.id) { GraphCommands.stop($0, at: now) }
    let found = try await waiting.wait(for: graph.id, in: reader, unless: { false })
    #expect(found?.isEnded == true)
  }

  @Test func `a graph is read again after each change, until the client ends`() async throws {
    let graph = try await add()
    var reads = 0
    let found = try await waiting.wait(for: graph.id, in: reader) {
      reads += 1
      // A change between a read and the wait is not lost.
      waiting.resumeAll()
      return reads == 3
    }
    #expect(found == graph && reads == 3)
  }
}
