/// Tasks that wait until a graph changes or one of its jobs needs the user. Each then reads its graph again.
struct GraphWaiters {
  private var moves: [Int: AsyncStream<Void>.Continuation] = [:]
  private var lastNumber = 0

  var isEmpty: Bool { moves.isEmpty }

  /// Adds a waiter. Call this before reading the graph from the store, so that no change is missed.
  ///
  /// - Returns: Its number, and a stream that gets an element when any graph changes.
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
