/// Tasks that wait until a graph moves, or a job of one needs the user. Each looks at its graph again then.
struct GraphWaiters {
  private var moves: [Int: AsyncStream<Void>.Continuation] = [:]
  private var lastNumber = 0

  var isEmpty: Bool { moves.isEmpty }

  /// Adds a waiter, before it reads its graph from the store, so that no move falls between the two.
  ///
  /// - Returns: Its number, and a stream with an element once any graph has moved since.
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
