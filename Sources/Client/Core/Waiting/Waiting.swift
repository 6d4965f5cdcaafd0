import ClientModel
import Synchronization

/// The waiting tasks of a client.
struct Waiting {
  let jobs = JobWaiting()
  let graphs = GraphWaiting()
  var idle = IdleWaiters()
  /// Reads the store for tasks that wait until another process has no work left.
  let idleWatch: RunnerIdleWatch

  init(idleWatch: RunnerIdleWatch) { self.idleWatch = idleWatch }

  /// Resumes the tasks that wait for these jobs or their graphs.
  func settle(_ settled: [Job]) {
    graphs.settle(settled)
    jobs.settle(settled)
  }

  mutating func resumeAll() {
    graphs.resumeAll()
    jobs.resumeAll()
    idle.resumeAll()
  }
}

/// The tasks that wait until a graph has ended or needs a decision by the user.
final class GraphWaiting: Sendable {
  private let waiters = Mutex(GraphWaiters())

  /// Waits until a graph has ended or needs a decision by the user. Returns at once if the task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - reader: Reads the graph at the start and after each change of any graph.
  ///   - isOver: Returns whether the client is ending.
  /// - Returns: The current state of the graph, or nil if the graph is unknown.
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

  /// Makes the waiting tasks read their graphs again. Does nothing if none of the jobs has ended or
  /// needs a decision by the user.
  func settle(_ jobs: [Job]) {
    waiters.withLock { waiters in
      if !waiters.isEmpty, jobs.contains(where: \.state.isSettled) { waiters.resumeAll() }
    }
  }

  /// Makes the waiting tasks read their graphs again.
  func resumeAll() { waiters.withLock { $0.resumeAll() } }
}

/// The tasks that wait for changes of graphs. After each change, a task reads its graph again.
struct GraphWaiters {
  private var moves: [Int: AsyncStream<Void>.Continuation] = [:]
  private var lastNumber = 0

  var isEmpty: Bool { moves.isEmpty }

  /// Adds a waiter. Must be called before the graph is read, because no change may be missed.
  ///
  /// - Returns: The number of the waiter, and a stream that yields an element after each change of
  ///   any graph.
  mutating func add() -> (number: Int, moves: AsyncStream<Void>) {
    lastNumber += 1
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    moves[lastNumber] = continuation
    return (lastNumber, stream)
  }

  mutating func remove(_ number: Int) { moves[number] = nil }

  func resumeAll() { for waiter in moves.values { waiter.yield() } }
}

final class JobWaiting: Sendable {
  private let waiters = Mutex(JobWaiters())

  /// Waits until all jobs are settled. Returns at once if the task is cancelled.
  ///
  /// - Parameter read: Reads jobs from the store.
  /// - Returns: The current jobs, in the order of the ids. Unknown jobs are omitted.
  nonisolated(nonsending) func wait(
    for ids: [JobID], read: ([JobID]) async throws(Failure) -> [Job]
  ) async throws(Failure) -> [Job] {
    let wanted = Set(ids)
    let id = waiters.withLock { $0.add(for: wanted) }
    defer { waiters.withLock { $0.remove(id, waitingFor: wanted) } }
    let present = try await read(ids)
    let isOver = waiters.withLock { waiters in
      waiters.begin(id, with: present)
      return waiters.result(of: id) != nil
    }
    if !isOver {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if Task.isCancelled {
            continuation.resume()
          } else {
            waiters.withLock { $0.suspend(id, continuation) }
          }
        }
      } onCancel: {
        waiters.withLock { $0.resume(id) }
      }
    }
    var settled = Task.isCancelled ? nil : waiters.withLock { $0.result(of: id) }
    if settled == nil {
      let now = try await read(ids)
      settled = Dictionary(now.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    return ids.compactMap { settled?[$0] }
  }

  /// Resumes the tasks whose last job settled with these jobs.
  func settle(_ jobs: [Job]) { waiters.withLock { $0.settle(jobs) } }

  var count: Int { waiters.withLock { $0.count } }

  func resumeAll() { waiters.withLock { $0.resumeAll() } }
}
