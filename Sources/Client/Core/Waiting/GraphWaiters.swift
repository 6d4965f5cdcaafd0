/// The tasks that wait until a graph changes or one of its jobs needs the user. Each then reads its
/// graph again.
struct GraphWaiters {
  private var moves: [Int: AsyncStream<Void>.Continuation] = [:]
  private var lastNumber = 0

  var isEmpty: Bool { moves.isEmpty }

  /// Adds a waiter. Must be called before the graph is read from the store, so that no change is
  /// missed.
  ///
  /// - Returns: The number of the waiter, and a stream that yields an element when any graph
  ///   changes.
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
