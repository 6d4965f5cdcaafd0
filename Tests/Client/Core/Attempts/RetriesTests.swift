import ClientModel
import Testing

@testable import ClientCore

@Suite struct RetriesTests {
  private let now = Timestamp(milliseconds: 1_000_000)

  /// - Parameter patience: Nil for a job of the queue.
  private func lost(
    attempts: Int = 1, patience: Duration? = .seconds(60)
  ) -> RetryPolicy.Situation {
    RetryPolicy.Situation(
      isRepeatable: true, attempts: attempts,
      result: AttemptResult(end: .failed(.fixture(.connectionLost))), sent: .something,
      longestRetryAfter: patience)
  }

  @Test func `a host whose retries are used up gets no more`() {
    var retries = Retries(random: SeededRandom(1))
    var granted = 0
    for _ in 0..<1_000 {
      if retries.decide(lost(), of: JobID(1), host: "a.example", at: now).again != nil {
        granted += 1
      }
    }
    #expect(granted > 0 && granted < 1_000)
    #expect(retries.decide(lost(), of: JobID(1), host: "b.example", at: now).again != nil)
  }

  @Test func `jobs of the queue wait until a host has retries again`() {
    var retries = Retries(random: SeededRandom(1))
    let times = (0..<100).compactMap { _ in
      retries.decide(lost(patience: nil), of: JobID(1), host: "a.example", at: now).again
    }
    #expect(times.count == 100)
    #expect(times.count { $0.since(now) < .seconds(5) } == 10)
    #expect(times.dropFirst(10).allSatisfy { (60...70).contains($0.since(now).components.seconds) })
  }

  @Test func `a last attempt takes no retry from its host`() {
    var (one, other) = (Retries(random: SeededRandom(1)), Retries(random: SeededRandom(1)))
    for _ in 0..<1_000 { #expect(one.decideOnLastAttempt(lost(), at: now).again == nil) }
    func granted(_ retries: inout Retries) -> Int {
      (0..<1_000).count { _ in
        retries.decide(lost(), of: JobID(1), host: "a.example", at: now).again != nil
      }
    }
    #expect(granted(&one) == granted(&other))
  }

  @Test func `a request that was not processed takes no retry from its host`() {
    var retries = Retries(random: SeededRandom(1))
    let unprocessed = RetryPolicy.Situation(
      isRepeatable: false, attempts: 1,
      result: AttemptResult(end: .failed(.fixture(.unprocessed))), sent: .nothing)
    for job in 1...1_000 {
      let decision = retries.decide(
        unprocessed, of: JobID(Int64(job)), host: "a.example", at: now)
      #expect(decision.again == now)
    }
    #expect(retries.decide(lost(), of: JobID(1), host: "a.example", at: now).again != nil)
  }

  @Test func `refusals are counted in a row, and for each job alone`() {
    var retries = Retries(random: SeededRandom(1))
    let refused = AttemptResult(end: .failed(.fixture(.unprocessed)))
    let lost = AttemptResult(end: .failed(.fixture(.connectionLost)))
    let (one, other) = (JobID(1), JobID(2))
    let counts = [
      retries.countRefusal(in: refused, of: one), retries.countRefusal(in: refused, of: other),
      retries.countRefusal(in: refused, of: one), retries.countRefusal(in: lost, of: one),
      retries.countRefusal(in: refused, of: one), retries.countRefusal(in: refused, of: other),
    ]
    #expect(counts == [1, 1, 2, 0, 1, 2])
  }

  @Test func `a job that was refused seven times and retried by hand begins anew`() {
    var retries = Retries(random: SeededRandom(1))
    let unprocessed = RetryPolicy.Situation(
      isRepeatable: false, attempts: 1,
      result: AttemptResult(end: .failed(.fixture(.unprocessed))), sent: .nothing)
    let times = (0..<8).map { _ in
      retries.decide(unprocessed, of: JobID(1), host: "a.example", at: now).again
    }
    #expect(times[..<3].allSatisfy { $0 == now } && times[6] == nil && times[7] == now)
  }

  @Test func `made keys are random UUIDs of version 4`() {
    var retries = Retries(random: SystemRandomNumberGenerator())
    let keys = (0..<100).map { _ in retries.newUUID() }
    #expect(Set(keys).count == 100)
    for key in keys {
      #expect(key.contains(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/))
    }
  }
}
