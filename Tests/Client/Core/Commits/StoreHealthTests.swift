import Testing

@testable import ClientCore

struct StoreHealthTests {
  @Test func `each failed write doubles the wait, up to half a minute`() {
    var health = StoreHealth()
    let waits = (0..<8).map { _ in health.failed() }
    #expect(waits == [1, 2, 4, 8, 16, 30, 30, 30].map { Duration.seconds($0) })
  }

  @Test func `a store is failing until a write succeeds, also while it is written again`() {
    var health = StoreHealth()
    _ = health.failed()
    health.waits(for: Task {})
    #expect(health.isFailing && health.isWaiting)
    let writesAgain = health.beginRetry()
    #expect(writesAgain)
    #expect(health.isFailing && !health.isWaiting)
    health.recovered()
    #expect(!health.isFailing)
    let wait = health.failed()
    #expect(wait == StoreHealth.firstWait, "the next failure begins anew")
  }

  @Test func `a store that does not wait is not written again`() {
    var health = StoreHealth()
    let writesAgain = health.beginRetry()
    #expect(!writesAgain)
  }
}
