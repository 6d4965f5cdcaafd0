import Testing

@testable import ClientCore

struct IdleWaitersTests {
  @Test func `only waiters whose aim is reached are resumed`() async {
    var waiters = IdleWaiters()
    let (idle, drained) = (waiters.add(.idle), waiters.add(.drained))
    waiters.resume { $0 == .idle }
    for await _ in idle.reached {}
    #expect(waiters.waitForDrained)
    waiters.resumeAll()
    for await _ in drained.reached {}
    #expect(!waiters.waitForDrained)
  }

  @Test func `a step resumes those that wait for it, once`() async {
    var waiters = IdleWaiters()
    await withCheckedContinuation { continuation in
      waiters.suspendUntilNextStep(continuation)
      waiters.resumeSteps()
      waiters.resumeSteps()
    }
  }
}
