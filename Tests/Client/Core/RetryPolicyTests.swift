import ClientCore
import ClientModel
import Testing

@Suite struct RetryPolicyTests {
  let now = Timestamp(milliseconds: 1_750_000_000_000)

  private func decide(
    _ end: AttemptResult.End = .responded, status: Int? = nil, fields: [ResponseField] = [],
    repeatable: Bool = true, keyed: Bool = false, sent: FinishFacts.Sent = .something,
    attempts: Int = 1, rule: RetryRule = RetryRule(), patience: Duration? = nil
  ) -> RetryPolicy.Decision {
    var random = SeededRandom(7)
    let head = status.map { ResponseHead(status: $0, fields: fields) }
    return RetryPolicy.decide(
      RetryPolicy.Situation(
        isRepeatable: repeatable, isKeyed: keyed, rule: rule, attempts: attempts,
        result: AttemptResult(end: end, head: head),
        wait: head.flatMap { RetryAfter.wait(in: $0, at: now) }, sent: sent,
        longestRetryAfter: patience),
      at: now, random: &random)
  }

  @Test(arguments: [
    Failure.Kind.nameNotFound, .nameLookup, .refused, .unreachable, .connectTimeout,
    .connectionLost, .http2,
  ])
  func `when nothing was sent, any request is tried again`(kind: Failure.Kind) {
    for repeatable in [true, false] {
      let decision = decide(.failed(.fixture(kind)), repeatable: repeatable, sent: .nothing)
      #expect(decision.again != nil)
      #expect(decision.end == .failed(.fixture(kind)))
    }
  }

  @Test(arguments: [
    Failure.Kind.certificate, .pinMismatch, .clientCertificate, .invalidRequest, .headersLimit,
    .bodyLimit, .fileChanged, .secretMissing,
  ])
  func `a broken trust check or a limit is final`(kind: Failure.Kind) {
    #expect(decide(.failed(.fixture(kind)), sent: .nothing).again == nil)
    #expect(decide(.failed(.fixture(kind))).end == .failed(.fixture(kind)))
  }

  @Test(arguments: [
    Failure.Kind.connectionLost, .firstByteTimeout, .idleTimeout, .totalTimeout, .http2, .storage,
  ])
  func `what was cut off is tried again only when that is harmless`(kind: Failure.Kind) {
    #expect(decide(.failed(.fixture(kind))).again != nil)
    let unsafe = decide(.failed(.fixture(kind)), repeatable: false)
    #expect(unsafe.again == nil)
    #expect(unsafe.end.word == .interrupted)
  }

  @Test func `a response without room on the disk is not fetched again, nor taken for undone`() {
    let unstored = decide(.failed(.fixture(.diskFull)))
    #expect(unstored.again == nil && unstored.end == .failed(.fixture(.diskFull)))
    let unsafe = decide(.failed(.fixture(.diskFull)), repeatable: false)
    #expect(unsafe.again == nil && unsafe.end.word == .interrupted)
  }

  @Test func `a reused connection that died leads to another attempt at once`() {
    var result = AttemptResult(end: .failed(.fixture(.connectionLost)))
    result.connection.use = .reused
    var random = SeededRandom(7)
    func again(repeatable: Bool = true, attempts: Int = 1) -> Timestamp? {
      RetryPolicy.decide(
        RetryPolicy.Situation(
          isRepeatable: repeatable, attempts: attempts, result: result, sent: .something),
        at: now, random: &random
      ).again
    }
    #expect(again() == now)
    #expect(again(repeatable: false) == nil)
    #expect(again(attempts: 4) == nil)
    result.head = ResponseHead(status: 200)
    #expect(again() != now)
  }

  @Test(arguments: [200, 201, 204, 301, 400, 401, 403, 404, 410, 422, 500, 501, 505])
  func `other responses are final`(status: Int) {
    let decision = decide(status: status)
    #expect(decision.again == nil)
    #expect(decision.end == .succeeded)
  }

  @Test(arguments: [408, 429, 502, 503, 504])
  func `a busy server is asked again for a repeatable request alone`(status: Int) {
    #expect(decide(status: status).again != nil)
    #expect(decide(status: status, repeatable: false).again == nil)
    let mayRepeat = RetryRule(repeatsUnsafe: .whenRefused)
    let opted = decide(status: status, repeatable: false, rule: mayRepeat)
    #expect((opted.again != nil) == [429, 503].contains(status))
  }

  @Test(arguments: [421, 425])
  func `what the server did not process is sent again`(status: Int) {
    #expect(decide(status: status, repeatable: false).again != nil)
  }

  @Test func `a conflict is waited out under an idempotency key only`() {
    #expect(decide(status: 409, keyed: true).again != nil)
    #expect(decide(status: 409).again == nil)
  }

  @Test func `the response of the last attempt stays`() {
    let last = decide(status: 503, attempts: 4)
    #expect(last.again == nil)
    #expect(last.end == .succeeded)
    #expect(decide(status: 503, rule: RetryRule(attempts: 1)).again == nil)
  }

  @Test func `the back-off is half fixed and half random, and doubles to a minute`() {
    var random = SeededRandom(3)
    for (attempts, ceiling) in [
      (1, 2000), (2, 4000), (3, 8000), (5, 32_000), (6, 60_000), (99, 60_000),
    ] {
      let spans = (0..<500).map { _ in
        RetryPolicy.backOff(afterAttempts: attempts, random: &random).inMilliseconds
      }
      #expect(spans.allSatisfy { $0 >= ceiling / 2 && $0 <= ceiling })
      #expect((spans.max() ?? 0) > Int64(ceiling) * 9 / 10)
      #expect((spans.min() ?? 0) < Int64(ceiling) * 6 / 10)
    }
  }

  @Test(arguments: 0..<200)
  func `the pauses of four attempts grow, begin at a second, and outlast a restart`(seed: Int) {
    var random = SeededRandom(seed)
    let pauses = (1...3).map { RetryPolicy.backOff(afterAttempts: $0, random: &random) }
    #expect(pauses[0] >= .seconds(1) && pauses == pauses.sorted(), "\(seed): \(pauses)")
    #expect(pauses.reduce(.zero, +) > .seconds(5), "\(seed): \(pauses)")
  }

  @Test func `what HTTP2 left unprocessed is sent again at once, then after pauses, seven times`() {
    var random = SeededRandom(7)
    let pauses = (1...7).map { refusals in
      var situation = RetryPolicy.Situation(
        isRepeatable: false, rule: RetryRule(attempts: 1), attempts: 1,
        result: AttemptResult(end: .failed(.fixture(.unprocessed))), sent: .nothing)
      situation.refusals = refusals
      let decision = RetryPolicy.decide(situation, at: now, random: &random)
      #expect(decision.end == .failed(.fixture(.unprocessed)))
      return decision.again.map { $0.since(now) }
    }
    #expect(pauses[..<3] == [.zero, .zero, .zero])
    #expect(pauses[3...5].allSatisfy { $0 ?? .zero >= .seconds(1) })
    #expect(pauses[6] == nil)
  }

  @Test(
    arguments: [
      ("7", 7), ("0", 1), (" 12 ", nil), ("-1", nil), ("soon", nil), ("1.5", nil), ("", nil),
      ("99999999999999999999", 315_360_000), ("Sun, 06 Nov 1994 08:49:37 GMT", nil),
    ] as [(String, Int?)])
  func `a Retry-After is at least a second and never less than stated`(text: String, wait: Int?) {
    let head = ResponseHead(status: 503, fields: [ResponseField("retry-after", text)])
    #expect(RetryAfter.wait(in: head, at: now) == wait.map { .seconds($0) })
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:50:37 GMT", "Sunday, 06-Nov-94 08:50:37 GMT", "Sun Nov  6 08:50:37 1994",
  ])
  func `a date is read against the server's own clock`(text: String) {
    let head = ResponseHead(
      status: 503,
      fields: [
        ResponseField("Date", "Sun, 06 Nov 1994 08:49:37 GMT"), ResponseField("Retry-After", text),
      ])
    #expect(RetryAfter.wait(in: head, at: now) == .seconds(60))
  }

  @Test func `a Retry-After holds the lane up to an hour, past it only the job waits`() {
    func reported(_ text: String, _ patience: Duration? = nil) -> RetryPolicy.Decision {
      decide(status: 429, fields: [ResponseField("Retry-After", text)], patience: patience)
    }
    let hour = now.advanced(by: .seconds(3600))
    #expect(reported("3600").laneHold == hour)
    #expect(reported("3600").again == hour)
    #expect(reported("3601").laneHold == nil)
    #expect(reported("3601").again == now.advanced(by: .seconds(3601)))
    #expect(reported("3600", .seconds(60)).again == nil)
  }

  @Test func `retries take at most a tenth of a host's requests, and always ten`() {
    var budget = RetryBudget()
    func taken(from host: String, at time: Timestamp, attempts: Int = 30) -> Int {
      (0..<attempts).count { _ in budget.takeRetry(to: host, at: time) }
    }
    #expect(taken(from: "a", at: now) == 10)
    #expect(taken(from: "b", at: now, attempts: 1) == 1)
    for _ in 0..<200 { budget.countRequest(to: "a", at: now) }
    #expect(taken(from: "a", at: now) == 10)
    #expect(taken(from: "a", at: now.advanced(by: .seconds(60))) == 10)
  }
}
