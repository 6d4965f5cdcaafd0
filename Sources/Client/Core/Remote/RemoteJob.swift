package import ClientModel

/// Decides on a remote job. It chooses the time of the next poll and interprets the server's
/// responses. It uses no clock and no network, because the time is an argument and the result is a
/// move.
///
///     accepted ──► ask ──► ask … ──► fetch ──► finished
///                   │ ▲                │ ─────► failed
///                   ▼ │                ▼
///                 refused         interrupted (deadline, lost)
///
/// A status word may skip states and may return to an earlier state. After an unknown word, polling
/// continues.
package struct RemoteJob: Hashable, Sendable {
  /// The next step of a remote job.
  package enum Move: Hashable, Sendable {
    /// Poll again at this time.
    case ask(at: Timestamp)
    /// The response contains the result at this JSON Pointer. An empty pointer means the whole
    /// response.
    case finished(pointer: String)
    case failed(Failure)
    /// The server reports that the job was cancelled.
    case cancelled
    /// It is unknown whether the work ended. The reason is given.
    case interrupted(why: String)
    /// The server rejects the credentials. Polling continues only after the user allows it.
    case refused(status: Int)
  }

  /// The time after which the job is lost if the server does not find it.
  static let goneSpan = Duration.seconds(10)

  package let rule: RemoteRule
  package private(set) var state: RemoteJobState

  package init(_ rule: RemoteRule, at standing: RemoteJobState) {
    self.rule = rule
    self.state = standing
  }

  /// Returns the remote job that the first response starts. Returns nil if the response is already
  /// the result.
  package static func begin(
    _ rule: RemoteRule, with response: RemoteResponse, at now: Timestamp,
    random: inout some RandomNumberGenerator
  ) -> (job: RemoteJob, move: Move)? {
    guard rule.accepted.contains(where: { $0.contains(response.head.status) }),
      let address = response.address(rule.status)
    else { return nil }
    var job = RemoteJob(
      rule,
      at: RemoteJobState(
        id: response.id(rule), address: address,
        accepted: now, deadline: rule.poll.deadline.map { now.advanced(by: $0) }))
    job.noteAddresses(response)
    job.note(response.word(rule))
    switch job.state.meaning {
    // The job may already have ended. The response is then handled like a response to a poll.
    case .finished, .failed, .cancelled:
      let move = job.took(response, at: now, random: &random)
      return (job, move)
    case .queued, .running, nil:
      let next = job.next(stated: response.wait, now, &random)
      return (job, .ask(at: next))
    }
  }

  /// Handles a complete response to a poll.
  package mutating func responded(
    _ response: RemoteResponse, at now: Timestamp, random: inout some RandomNumberGenerator
  ) -> Move {
    state.asked += 1
    if state.userRequest == .cancel { return cancelAnswered(response, at: now, random: &random) }
    switch response.head.status {
    case 200..<300:
      let misses = state.misses
      state.goneSince = nil
      let move = took(response, at: now, random: &random)
      // A usable response ends the series of consecutive misses.
      if state.misses == misses { state.misses = 0 }
      return move
    case 401, 403: return .refused(status: response.head.status)
    case 404, 410: return gone(response, at: now, random: &random)
    case 405, 501:
      // Many services accept only GET for polls.
      if !rule.form.isEmpty, state.pollForm != .byGet {
        state.pollForm = .byGet
        return .ask(at: now)
      }
      return missed("It returned status \(response.head.status).", stated: nil, now, &random)
    case 408, 409, 425, 429, 500...:
      return missed(
        "It returned status \(response.head.status).", stated: response.wait, now, &random)
    default:
      // A rejected poll does not indicate the state of the work, unless the response reports that
      // the work failed.
      if response.word(rule).flatMap(rule.meaning) == .failed {
        return took(response, at: now, random: &random)
      }
      return missed("It returned status \(response.head.status).", stated: nil, now, &random)
    }
  }

  /// Handles a poll that got no complete response. The poll counts as a miss.
  package mutating func unanswered(
    _ failure: Failure, at now: Timestamp, random: inout some RandomNumberGenerator
  ) -> Move {
    state.asked += 1
    if state.userRequest == .cancel { state.userRequest = .none }
    return missed(failure.why, stated: nil, now, &random)
  }

  private mutating func took(
    _ response: RemoteResponse, at now: Timestamp, random: inout some RandomNumberGenerator
  ) -> Move {
    if state.phase == .result || response.isResult { return .finished(pointer: "") }
    noteAddresses(response)
    let word = response.word(rule)
    note(word)
    // If this response has no word, the word of an earlier response must not be used.
    switch word.flatMap({ _ in state.meaning }) {
    case .finished: return finish(response, at: now)
    case .failed: return .failed(failure(response, "It reports: \(state.word)."))
    case .cancelled: return .cancelled
    case .queued, .running: break
    case nil:
      // If the response has no word, its status decides. 202 means that the job is still running.
      // Any other status means that the response is the result.
      //
      // If the rule names a pointer to the result and the response has no value there, the poll is
      // a miss. The response may be a proxy's error page.
      if word == nil, response.head.status != 202 {
        if case .inPoll(let pointer) = rule.result, !pointer.isEmpty,
          response.stated(at: pointer) == nil, response.errors(rule).isEmpty
        {
          return missed(
            "It contained neither a status word nor a result.",
            stated: response.wait, now, &random)
        }
        return finish(response, at: now)
      }
    }
    return ask(stated: response.wait, now, &random)
  }

  private mutating func finish(_ response: RemoteResponse, at now: Timestamp) -> Move {
    if rule.failure.contains(where: response.states) {
      return .failed(failure(response, "It reports that the job failed."))
    }
    switch rule.result {
    case .inPoll(let pointer): return .finished(pointer: pointer)
    case .at(let addresses):
      // If no address for the result is known, this response is the result.
      guard let address = response.address(addresses) ?? state.resultAddress else {
        return .finished(pointer: "")
      }
      state.resultAddress = address
      state.phase = .result
      return .ask(at: now)
    }
  }

  private mutating func gone(
    _ response: RemoteResponse, at now: Timestamp, random: inout some RandomNumberGenerator
  ) -> Move {
    let since = state.goneSince ?? now
    state.goneSince = since
    if now.since(since) >= Self.goneSpan {
      let words =
        response.errors(rule).compactMap(\.sentence).first.map { " It reports: \($0)" } ?? ""
      return .interrupted(
        why: "The server did not find the job for \(Self.goneSpan.components.seconds) s.\(words)")
    }
    return ask(stated: response.wait, now, &random)
  }

  private mutating func missed(
    _ why: String, stated: Duration?, _ now: Timestamp, _ random: inout some RandomNumberGenerator
  ) -> Move {
    state.misses += 1
    if state.misses >= rule.poll.errorsInRow {
      return .interrupted(
        why: "\(state.misses) polls in a row had no usable response. The last: \(why)")
    }
    return ask(stated: stated, now, &random)
  }

  /// Handles the response to a cancel request. If the server refuses to cancel, polling continues.
  private mutating func cancelAnswered(
    _ response: RemoteResponse, at now: Timestamp, random: inout some RandomNumberGenerator
  ) -> Move {
    state.userRequest = .none
    switch response.head.status {
    case 200..<300: return .cancelled
    case 404, 410: return gone(response, at: now, random: &random)
    default: return ask(stated: response.wait, now, &random)
    }
  }

  private mutating func ask(
    stated: Duration?, _ now: Timestamp, _ random: inout some RandomNumberGenerator
  ) -> Move {
    if let deadline = state.deadline, now >= deadline {
      return .interrupted(why: "Its deadline passed before the server finished.")
    }
    return .ask(at: next(stated: stated, now, &random))
  }

  /// Computes the time of the next poll. The last poll is at the deadline.
  ///
  /// The wait stated by the server has priority, then the rule's interval for the status. If
  /// neither exists, the interval grows after each poll.
  private mutating func next(
    stated: Duration?, _ now: Timestamp, _ random: inout some RandomNumberGenerator
  ) -> Timestamp {
    let poll = rule.poll
    let fixed: Duration? =
      switch state.meaning {
      case .queued: poll.queued
      case .running: poll.running
      case .finished, .failed, .cancelled, nil: nil
      }
    var wait: Duration
    if let stated {
      wait = stated
    } else if let fixed {
      wait = fixed
    } else {
      state.wait =
        state.wait == .zero ? poll.first : min(poll.longest, state.wait * poll.factor)
      wait = state.wait
      if poll.jitter > 0 {
        wait = wait * Double.random(in: 1 - poll.jitter...1 + poll.jitter, using: &random)
      }
    }
    wait = max(wait, .milliseconds(1))
    let due = now.advanced(by: wait)
    guard let deadline = state.deadline, due > deadline else { return due }
    return max(deadline, now.advanced(by: .milliseconds(1)))
  }

  private mutating func note(_ word: String?) {
    guard let word else { return }
    state.word = word
    state.meaning = rule.meaning(of: word)
  }

  private mutating func noteAddresses(_ response: RemoteResponse) {
    if let cancel = rule.cancel {
      state.cancelAddress =
        cancel.address.isEmpty
        ? state.address : response.address(cancel.address) ?? state.cancelAddress
    }
    if case .at(let addresses) = rule.result, let address = response.address(addresses) {
      state.resultAddress = address
    }
  }

  private func failure(_ response: RemoteResponse, _ otherwise: String) -> Failure {
    let errors = response.errors(rule).filter { $0.sentence != nil }
    let name = state.id.isEmpty ? "The job" : "The job \(state.id)"
    let stated = errors.first?.sentence.map { first in
      errors.count > 1 ? "It reports \(errors.count) errors. The first is \(first)" : first
    }
    return Failure(
      .serviceFailure, what: "\(name) failed at the server.", why: stated ?? otherwise,
      whatToDo: "Look at the response's body; correct the request and retry it.", errors: errors)
  }
}

extension RemoteRule {
  /// Returns the meaning of a status word, or nil if the word is unknown.
  func meaning(of word: String) -> Meaning? {
    let plain = word.lowercased()
    return words.first { $0.key.lowercased() == plain }?.value
  }
}
