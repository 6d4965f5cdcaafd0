import ClientModel
import Testing

@testable import ClientCore

/// What a run carries over from one request of its job to the next.
@Suite struct RunTests {
  private static let now = Timestamp(milliseconds: 9)

  private func run(_ request: PreparedRequest = .fixture(), hop: RedirectHop? = nil) -> Run {
    Run(
      StartedJob(
        job: Job(.fixture(), id: JobID(1), at: Self.now), request: request, hop: hop),
      at: Self.now, stop: nil)
  }

  @Test func `the next request has the next number and is being committed`() {
    var run = run()
    let number = run.attempt.number
    run.advance(with: .fixture(.head))
    #expect(run.attempt.number == number + 1)
    #expect(run.request.method == .head)
    #expect(run.isCommitting)
  }

  @Test func `a response to the next request is sealed for a secret of the first`() {
    var run = run(.fixture(.get, headers: [HeaderField("X-Key", .secret("opensesame"))]))
    run.advance(with: .fixture())
    #expect(run.protection == .sealed)
    #expect(run.secrets.masked("/opensesame") == "/••••••")
  }

  @Test func `a request that followed nothing and has no secrets is not sealed`() {
    var run = run()
    run.advance(with: .fixture())
    #expect(run.protection == .plain)
  }

  @Test func `cookies of the jar seal the responses to all later requests`() {
    var run = run()
    run.sent.hasCookies = true
    run.advance(with: .fixture())
    #expect(run.protection == .sealed)
  }

  @Test func `a trail remembers a 303 and counts its redirects`() {
    var trail = RedirectTrail()
    trail.follow(.plain, from: ResponseHead(status: 303))
    trail.follow(.secrets, from: ResponseHead(status: 307))
    #expect(trail.count == 2 && trail.sawSeeOther && trail.lineage == .secrets)
  }

  @Test func `the next request has the headers that preparers set and not their address`() {
    var run = run()
    let prepared = PreparedRequest.fixture(
      .put, headers: [HeaderField("X-Two", SensitiveText("2"))])
    run.take(prepared, Middleware(), [])
    run.advance(with: prepared)
    #expect(run.late.changes.method == nil)
    #expect(run.late.headers == ["X-Two"])
    #expect(run.stages.middleware == nil)
  }
}
