package import ClientModel

/// Advice for the user about a job.
extension Job {
  /// The actions that the user can or must take, one sentence per line. Empty if there are none.
  package var advice: [String] {
    guard remote != nil, case .interrupted(let knowledge) = state else { return state.advice }
    return [
      knowledge.why, "The server may have finished the job nevertheless.",
      "Retry the job to resume polling (the request is not sent again), mark it as done, or cancel it.",
    ]
  }
}

/// The user-visible state of a job.
extension JobState {
  /// Returns the state in a few words, such as "waiting for its lane". If the state ends at a known
  /// time, the remaining time is added.
  ///
  /// - Parameter now: The current time, or nil if it is unknown. For nil, no remaining time is
  ///   added.
  package func sentence(at now: Timestamp?) -> String {
    switch self {
    case .held(.byUser): "held by you"
    case .held(.until(let time)): "held" + Self.left("for", until: time, now)
    case .held(.question): "held by a question"
    case .held(.missingSecret(let name)) where JobState.Hold.missingSecret(name).isMissingKey:
      "held: the \(name) cannot be used"
    case .held(.missingSecret(let name)): "held: the secret \(name) is missing"
    case .waiting(.slot): "waiting for its lane"
    case .waiting(.job(let job)): "waiting for job \(job)"
    case .waiting(.until(let time)):
      now == nil
        ? "waiting to retry" : "retries" + Self.left("in", until: time, now)
    case .running(let attempt): attempt > 1 ? "running, attempt \(attempt)" : "running"
    case .polling(let word, let next):
      "at the server\(word.isEmpty ? "" : ": \(word)")"
        + (next.map { time in
          now == nil ? "" : ", polled again" + Self.left("in", until: time, now)
        } ?? ", polling is paused")
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelled(0): "cancelled, nothing sent"
    case .cancelled(.atLeastOne): "cancelled; its request may have taken effect"
    case .cancelled(let sent): "cancelled after \(sent) sent"
    case .skipped(let job): "skipped because job \(job) failed"
    case .interrupted: "interrupted"
    }
  }

  /// The actions that the user can or must take, one sentence per line. Empty if there are none.
  package var advice: [String] {
    switch self {
    case .held(.byUser), .held(.until): ["Release the job to let it wait for its lane."]
    case .held(.question(let question)): question.lines
    case .held(.missingSecret(let name)):
      ["Make \(name) available, then release the job."]
    case .waiting(.slot): ["The job starts when its lane has a free slot and is not paused."]
    case .waiting(.until):
      ["The last attempt had no usable response. The next one starts automatically."]
    case .failed(let failure):
      ([failure.what, failure.why] + failure.errorLines + [failure.advice])
        .filter { !$0.isEmpty } + (failure.cause.map { ["(\($0))"] } ?? [])
    case .interrupted(let knowledge):
      [
        knowledge.why,
        knowledge.sent == 0 && !knowledge.responseBegan
          ? "It is unknown how much was sent, and whether the request took effect."
          : knowledge.responseBegan
            ? "\(knowledge.sent) were sent and a response began: the request may have taken effect."
            : "\(knowledge.sent) were sent and no response began: "
              + "the request may have taken effect.",
        "Retry it if a second effect is harmless, mark it as done if it took effect, or cancel it.",
      ]
    case .skipped(let job): ["Retry job \(job), then this one."]
    case .cancelled(0): ["Retry the job to send its request after all."]
    case .cancelled: ["Retry the job to send its request again."]
    case .polling(_, .some): ["Weir polls until the job is done, even after a restart."]
    case .polling(_, nil): ["Release the job to resume polling. The server continues its work."]
    case .waiting(.job), .running, .succeeded: []
    }
  }

  /// Returns the remaining time with a preposition, such as ` in 15 s`. The text is empty if the
  /// current time is unknown.
  private static func left(
    _ preposition: String, until time: Timestamp, _ now: Timestamp?
  ) -> String {
    guard let now else { return "" }
    let seconds = max(0, (time.milliseconds - now.milliseconds + 999) / 1000)
    return " \(preposition) \(Duration.seconds(seconds).shown)"
  }
}

extension Question {
  /// The question and the meaning of each answer.
  package var lines: [String] {
    switch self {
    case .redirectCarriesBody(let target, let status):
      [
        "The server returned \(status) and asks for the body to be sent to another address:",
        CredentialNames.standard.masked(target),
        "Release the job to send it there, or cancel it.",
      ]
    case .largeBody(let length):
      [
        "The response has \(length), which is more than the limit for one body.",
        "Release the job to receive it all, or cancel it.",
      ]
    case .askingRefused(let status):
      [
        "The server returned \(status) when the job was polled.",
        "Correct the credentials, then release the job to poll again, or cancel it.",
      ]
    }
  }
}

extension ResponseSource {
  /// The source of the response as text. Nil if the response came from the network.
  package var words: String? {
    switch self {
    case .network: nil
    case .cache(let age): "from cache, \(age.shown) old"
    case .notModified: "not modified, body from cache"
    case .stale(let age): "stale from cache, \(age.shown) old"
    case .stub: "stub response"
    }
  }
}

extension Duration {
  /// The duration as text: `0.8 ms`, `340 ms`, `1.25 s`, `2 min 5 s`, `3 h 20 min`.
  package var shown: String {
    let micros = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    switch micros {
    case ..<10_000: return "\(max(0, micros) / 1000).\(max(0, micros) / 100 % 10) ms"
    case ..<1_000_000: return "\(micros / 1000) ms"
    case ..<60_000_000:
      let hundredths = micros / 10_000 % 100
      if hundredths == 0 { return "\(micros / 1_000_000) s" }
      return "\(micros / 1_000_000).\(hundredths < 10 ? "0" : "")\(hundredths) s"
    case ..<3_600_000_000: return "\(micros / 60_000_000) min \(micros / 1_000_000 % 60) s"
    case ..<86_400_000_000:
      return "\(micros / 3_600_000_000) h \(micros / 60_000_000 % 60) min"
    default: return "\(micros / 86_400_000_000) d \(micros / 3_600_000_000 % 24) h"
    }
  }
}
