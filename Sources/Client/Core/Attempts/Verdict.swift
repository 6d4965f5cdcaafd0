import ClientModel
import ClientPipeline

/// The result of an attempt and the evaluation of its response. The response is evaluated again
/// only if the cache or a stage replaced it.
struct Verdict: Sendable {
  /// The received result. The cache or a stage may have replaced its response.
  var result: AttemptResult
  /// The part of the request that was sent.
  let sent: FinishFacts.Sent
  /// The redirect that the response requires. The value is `stay` if the response is incomplete.
  let redirect: RedirectPolicy.Decision
  /// The wait that the response requests with `Retry-After`.
  let wait: Duration?
  /// The failure that the response reports, or nil for a successful or incomplete response.
  ///
  /// The outcome rule of the gateway or endpoint determines the failure. If there is no rule, the
  /// status determines it.
  let failure: Failure?
  /// The rule that renews the rejected credentials. Nil if the credentials were accepted or cannot
  /// be renewed.
  let refresh: RefreshRule?
}

extension AttemptPipeline {
  func verdict(
    on result: AttemptResult, of run: Run, _ sent: FinishFacts.Sent
  ) -> Verdict {
    guard let head = result.answeredHead else {
      return Verdict(
        result: result, sent: sent, redirect: .stay, wait: nil, failure: nil, refresh: nil)
    }
    let request = run.request
    var failure = Failure(status: head.status, assertions: request.assertions)
    var refresh: RefreshRule?
    if let rule = request.gateway?.outcome ?? request.outcome {
      let outcome = rule.outcome(
        of: head, body: bytes(of: result.body), length: result.body.length)
      failure = Failure(outcome, of: request, status: head.status)
      if case .needsAuthentication = outcome, case .none = run.renewal.state {
        refresh = request.gateway?.outcome?.refresh
      }
    }
    return Verdict(
      result: result, sent: sent,
      redirect: RedirectPolicy.decide(request, answered: head, hop: run.redirects.count),
      wait: RetryAfter.wait(in: head, at: seams.clock.now), failure: failure, refresh: refresh)
  }

  /// Returns the verdict after the result was replaced. An unchanged response is not evaluated
  /// again.
  func verdict(_ before: Verdict, replacedBy result: AttemptResult, of run: Run) -> Verdict {
    guard result.head == before.result.head, result.body == before.result.body,
      result.end == before.result.end
    else { return verdict(on: result, of: run, before.sent) }
    var verdict = before
    verdict.result = result
    return verdict
  }
}
