import ClientCore
import ClientModel
import Foundation
import Testing

/// Random graphs through the client, with failures, cancels, pauses and deaths in the middle.
@Suite(.timeLimit(.minutes(15))) struct ClientGraphModelTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Some hundred seeds take a few seconds; `WEIR_GRAPH_SEEDS=5000` tries more, and
  /// `WEIR_GRAPH_SEED=N` tries one alone.
  private static let seeds =
    number("WEIR_GRAPH_SEED").map { $0..<($0 + 1) } ?? 0..<(number("WEIR_GRAPH_SEEDS") ?? 120)

  @Test(arguments: seeds)
  func `R20 R21 R24 R25 a random graph ends in order whatever fails, stops, waits or dies`(
    seed: Int
  ) async throws {
    var trial = try await GraphTrial(seed: seed)
    try await trial.run()
    for fault in trial.world.faults() { Issue.record("seed \(seed): \(fault)") }
  }

  @Test func `the trial sees a step that goes before its parent, and one that goes twice`() {
    let world = GraphWorld(parents: [[], [0], [1]], seed: 1)
    world.began(0)
    world.answered(0)
    world.began(2)
    world.began(1)
    world.began(1)
    #expect(
      world.faults() == [
        "step 2 began before step 1 was done", "step 1 began after its child 2",
        "step 1 began after its child 2", "step 1 is on the wire twice",
      ])
  }

  @Test func `a request that a client sends while it dies is not on the wire of the next life`() {
    let world = GraphWorld(parents: [[]], seed: 1)
    let next = world.die()
    #expect(world.receive(0, in: 0) == .hang)
    _ = world.receive(0, in: next)
    #expect(world.faults() == [])
  }
}
