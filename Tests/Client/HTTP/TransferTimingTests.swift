import ClientModel
import Testing

@testable import ClientHTTP

struct TransferTimingTests {
  private let start = ContinuousClock.now
  private let origin = Origin(scheme: "http", host: "a.test", port: 80)
  private let deadlines = Deadlines(
    connect: .seconds(1), firstByte: .seconds(2), idle: .seconds(3), total: .seconds(4))

  private func failure(
    _ timing: TransferTiming, after seconds: Int
  ) -> Failure.Kind? {
    timing.expired(under: deadlines, at: start + .seconds(seconds), origin)?.kind
  }

  @Test func `each phase has its own deadline, counted from the last byte`() {
    var timing = TransferTiming(startedAt: start, connectBegan: start)
    #expect(failure(timing, after: 1) == .connectTimeout)
    let isEntered = timing.enter(.asking, at: start + .seconds(1))
    #expect(isEntered)
    #expect(failure(timing, after: 2) == nil)
    #expect(failure(timing, after: 3) == .firstByteTimeout)
    let isEnteredAgain = timing.enter(.asking, at: start + .seconds(2))
    #expect(!isEnteredAgain)
    #expect(failure(timing, after: 3) == nil)
  }

  @Test func `a head that stays incomplete is not called silence`() {
    var timing = TransferTiming(startedAt: start, connectBegan: start)
    timing.noteHead(.within)
    _ = timing.enter(.answering, at: start)
    let failure = timing.expired(under: deadlines, at: start + .seconds(3), origin)
    #expect(failure?.kind == .idleTimeout)
    #expect(
      failure?.why
        == "Its headers are incomplete, and no further header line was received for 3 s.")
    timing.noteHead(.headEnded)
    let later = timing.expired(under: deadlines, at: start + .seconds(3), origin)
    #expect(later?.why == "No more data was received for 3 s.")
  }

  @Test func `the total deadline counts whatever moves`() {
    var timing = TransferTiming(startedAt: start, connectBegan: start)
    let isEntered = timing.enter(.answering, at: start + .seconds(3))
    #expect(isEntered)
    #expect(timing.deadline(under: deadlines, at: start) == start + .seconds(4))
    #expect(failure(timing, after: 3) == nil)
    #expect(failure(timing, after: 4) == .totalTimeout)
  }

  @Test func `a transfer that waits for a connection has no deadline for connecting`() {
    var timing = TransferTiming(startedAt: start, connectBegan: nil)
    #expect(failure(timing, after: 3) == nil)
    let isNew = timing.beginConnecting(at: start + .seconds(2))
    let isNewAgain = timing.beginConnecting(at: start + .seconds(3))
    #expect(isNew && !isNewAgain)
    #expect(failure(timing, after: 3) == .connectTimeout)
  }
}
