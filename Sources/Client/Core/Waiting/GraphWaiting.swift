import ClientModel
import Synchronization

/// Suspends tasks until their graphs have ended or need the user.
final class GraphWaiting: Sendable {
  private let waiters = Mutex(GraphWaiters())

  /// Waits until a graph has ended or needs the user. Returns at once in such a state, and if the
  /// task is cancelled.
  ///
  /// - Parameters:
  ///   - reader: Reads the graph, first at once and then after each change of any graph.
  ///   - isOver: Returns whether the client ends.
  /// - Returns: The graph in its current state, or nil for an unknown graph.
  nonisolated(nonsending) func wait(
    for graph: GraphID, in reader: GraphReader, unless isOver: () -> Bool
  ) async throws(Failure) -> GraphRun? {
    while true {
      let (number, moves) = waiters.withLock { $0.add() }
      defer { waiters.withLock { $0.remove(number) } }
      guard let run = try await reader.run(graph) else { return nil }
      if run.isEnded || Task.isCancelled || isOver() { return run }
      if try await reader.needsWord(run) { return run }
      for await _ in moves { break }
    }
  }

  /// Makes the waiting tasks read their graphs again if any of these jobs needs the user or has
  /// ended.
  func settle(_ jobs: [Job]) {
    waiters.withLock { waiters in
      if !waiters.isEmpty, jobs.contains(where: \.state.isSettled) { waiters.resumeAll() }
    }
  }

  /// Makes the waiting tasks read their graphs again.
  func resumeAll() { waiters.withLock { $0.resumeAll() } }
}
