import Testing

@testable import ClientCore

@Suite struct GraphWaitersTests {
  @Test func `a move between adding a waiter and its wait is not lost`() async {
    var waiters = GraphWaiters()
    let (number, moves) = waiters.add()
    waiters.resumeAll()
    waiters.resumeAll()
    var seen = 0
    for await _ in moves {
      seen += 1
      break
    }
    #expect(seen == 1)
    waiters.remove(number)
    #expect(waiters.isEmpty)
  }

  @Test func `each waiter has a number of its own`() {
    var waiters = GraphWaiters()
    let (first, _) = waiters.add()
    let (second, _) = waiters.add()
    waiters.remove(first)
    #expect(first != second && !waiters.isEmpty)
  }
}
