import ClientModel
import ClientPipeline

/// The result of an attempt with the evaluation of its response. The evaluation is made once, and
/// again only if the cache or a stage replaced the response.
struct Verdict: Sendable {
  /// The result as received, or with the replaced response.
  var result: AttemptResult
  /// The part of the request that was sent.
  let sent: FinishFacts.Sent
  /// The redirect that the response requires, or `stay` for an incomplete response.
  let redirect: RedirectPolicy.Decision
  /// The wait that the response asks for with Retry-After, or nil if it asks for none.
  let wait: Duration?
  /// The failure that the response reports, according to the outcome rule of the gateway or
  /// endpoint, or to its status if there is no rule. Nil for a success and for an incomplete
  /// response.
  let failure: Failure?
  /// The rule that renews the credentials that the response rejects, or nil if it rejects none or
  /// they cannot be renewed.
  let refresh: RefreshRule?
}

extension AttemptPipeline {
  /// Evaluates the result of an attempt.
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

  /// Returns the verdict on a result that replaces another. If the response is the same, it is not
  /// evaluated again.
  func verdict(_ before: Verdict, replacedBy result: AttemptResult, of run: Run) -> Verdict {
    guard result.head == before.result.head, result.body == before.result.body,
      result.end == before.result.end
    else { return verdict(on: result, of: run, before.sent) }
    var verdict = before
    verdict.result = result
    return verdict
  }
}
