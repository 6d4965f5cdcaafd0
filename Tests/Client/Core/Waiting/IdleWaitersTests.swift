import Testing

@testable import ClientCore

struct IdleWaitersTests {
  @Test func `only waiters whose aim is reached are resumed`() async {
    var waiters = IdleWaiters()
    let (idle, drained) = (waiters.nextNumber(), waiters.nextNumber())
    await withCheckedContinuation { continuation in
      waiters.suspend(idle, until: .idle, continuation)
      waiters.resume { $0 == .idle }
    }
    await withCheckedContinuation { continuation in
      waiters.suspend(drained, until: .drained, continuation)
      waiters.resume { $0 == .idle }
      #expect(waiters.waitForDrained)
      waiters.resumeAll()
    }
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
