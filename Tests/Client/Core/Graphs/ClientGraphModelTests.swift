import ClientCore
import ClientModel
import Foundation
import Testing

/// Random graphs through the client, with failures, cancels, pauses and deaths in the middle.
@Suite(.timeLimit(.minutes(15))) struct ClientGraphModelTests {
  /// Some hundred seeds take a few seconds; WEIR_GRAPH_SEEDS names another number.
  private static let seeds =
    0..<(ProcessInfo.processInfo.environment["WEIR_GRAPH_SEEDS"].flatMap { Int($0) } ?? 120)

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
}
