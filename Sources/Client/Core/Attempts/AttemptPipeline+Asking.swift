import ClientModel
import ClientPipeline

/// Handles remote jobs. After each response, decides on the next request to the server.
extension AttemptPipeline {
  /// Turns the job into a remote job if the server accepted the request for later processing.
  ///
  /// - Returns: Whether the job is now a remote job.
  mutating func beginsRemote(_ run: Run, _ verdict: Verdict) -> Bool {
    let result = verdict.result
    guard run.asked == nil, run.job.remote == nil, let use = run.request.remote, run.stop == nil,
      let head = result.answeredHead, head.status < 400
    else { return false }
    let response = RemoteResponse(
      head: head, body: bytes(of: result.body), url: run.request.url, wait: verdict.wait)
    guard
      let (job, move) = RemoteJob.begin(
        use.rule, with: response, at: seams.clock.now, random: &retries.random)
    else { return false }
    if case .ask = move, run.request.pollRequest(job.state) == nil {
      let why =
        "The server accepted the job, but its status URL leads from https to http and is not polled."
      end(run, result, .interrupted(result.knowledge(.something, why: why)))
    } else {
      go(on: run, result, job, move)
    }
    return true
  }

  /// Decides on the next state of a remote job after its status request has ended.
  mutating func concludeAsking(_ run: Run, _ verdict: Verdict) {
    let result = verdict.result
    guard let standing = run.asked, let use = run.request.remote else { return }
    if result.end == .cancelled || (run.stop != nil && result.end != .responded) {
      return end(run, result, stoppedAsking(run, standing))
    }
    if let rule = verdict.refresh, run.stop == nil { return renew(run, result, rule) }
    var job = RemoteJob(use.rule, at: standing)
    let move: RemoteJob.Move
    switch result.end {
    case .cancelled: return
    case .failed(let failure):
      move = job.unanswered(failure, at: seams.clock.now, random: &retries.random)
    case .responded:
      guard let head = result.head else { return }
      let response = RemoteResponse(
        head: head, body: bytes(of: result.body), url: run.request.url,
        isResult: run.redirects.sawSeeOther, wait: verdict.wait)
      move = job.responded(response, at: seams.clock.now, random: &retries.random)
      if let time = RetryAfter.laneHold(head.status, verdict.wait, at: seams.clock.now) {
        actions.append(.hold(run.job.lane, until: time))
      }
    }
    go(on: run, result, job, move)
  }

  private mutating func go(
    on run: Run, _ result: AttemptResult, _ job: RemoteJob, _ move: RemoteJob.Move
  ) {
    var standing = job.state
    let secrets = run.secrets
    guard !standing.addresses.contains(where: { repeatsSecret($0, of: run) }) else {
      let why =
        "The server is processing the request, but the status URL contains a secret and is therefore not stored."
      return end(run, result, .interrupted(result.knowledge(.something, why: why)))
    }
    // The id and the word of a remote job are stored unencrypted, so secrets in them are masked.
    standing.id = secrets.masked(standing.id)
    standing.word = secrets.masked(standing.word)
    var result = result
    let next: JobState
    switch move {
    case .ask(let time):
      next = .polling(word: standing.word, next: time)
    case .finished(let pointer):
      if !pointer.isEmpty {
        var processing = result.processing ?? Processing()
        processing.root = pointer
        result.processing = processing
      }
      next = .succeeded
    case .failed(let failure): next = .failed(failure)
    case .cancelled: next = .cancelled(sent: result.sentBytes(.something))
    case .interrupted(let why):
      next = .interrupted(result.knowledge(.something, why: why))
    case .refused(let status):
      next = .held(.question(.askingRefused(status: status)))
    }
    if run.stop != nil, !next.word.isFinished {
      return end(run, result, stoppedAsking(run, standing), remote: .set(standing))
    }
    check(run, result, next, remote: .set(standing))
  }

  /// Returns whether an address repeats a secret that must not be stored.
  ///
  /// A secret query field may be repeated under the name of a credential. Such a field is encrypted
  /// in the job's row.
  private func repeatsSecret(_ address: String, of run: Run) -> Bool {
    if run.secrets.areIn(run.request.credentialNames.masked(address)) { return true }
    var others = run.sent.earlier
    var request = run.request
    request.url = "\(request.origin)/"
    others.add(request, run.sent.found)
    return others.areIn(address)
  }

  /// Returns the state of a remote job after its status request was stopped.
  ///
  /// The server continues its work. If the stop was caused by a quit, the job is polled again.
  private func stoppedAsking(_ run: Run, _ standing: RemoteJobState) -> JobState {
    run.stop == .byUser
      ? .cancelled(sent: 0) : .polling(word: standing.word, next: seams.clock.now)
  }
}

extension RemoteJobState {
  fileprivate var addresses: [String] {
    [address] + [cancelAddress, resultAddress].compactMap(\.self)
  }
}
