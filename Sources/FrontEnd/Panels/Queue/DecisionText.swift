import ClientModel
import Terminal
import ViewModels

/// The text of a job that waits for the user's decision: the known facts and the keys for the
/// decision.
enum DecisionText {
  /// Returns the texts for a held or interrupted job, longest first, or an empty array for any
  /// other job.
  ///
  /// - Parameter batch: The held batch that contains the job, or nil.
  static func choices(
    _ job: Job, in batch: GraphRun?, _ keys: Keymap, at now: Timestamp?
  ) -> [SafeText] {
    func key(_ command: QueueCommand, _ does: String, brief: String? = nil) -> Choice? {
      keys.label(of: .queue(command)).map {
        Choice(long: "\($0) \(does)", short: "\($0) \(brief ?? does)")
      }
    }
    let release = key(.hold, "releases")
    if let batch {
      return texts(
        "held with \(batch.id)", [key(.hold, "releases \(batch.id)")], short: "held")
    }
    switch job.state {
    case .held(.byUser): return texts("held by you", [release], short: "held")
    case .held(.until(let time)):
      let start = WaitText.startTime(time, at: now)
      return texts("starts \(start)", [key(.hold, "starts it now")], short: start)
    case .held(.question(.redirectCarriesBody)):
      return texts(
        "send the body to another address?", [key(.hold, "yes"), key(.cancel, "no")],
        short: "asks you")
    case .held(.question(.largeBody(let length))):
      return texts(
        "receive all \(length)?", [key(.hold, "yes"), key(.cancel, "no")], short: "asks you")
    case .held(.question(.askingRefused(let status))):
      return texts(
        "a poll got \(status)", [key(.hold, "polls again"), key(.cancel, "cancels")],
        short: "asks you")
    case .held(.missingSecret(let name)):
      return texts("secret \(name) is missing", [release], short: "no secret")
    case .interrupted:
      let fact = job.remote == nil ? "may have taken effect" : "server may have finished it"
      return texts(
        fact, [key(.retry, "retry"), key(.resolve, "mark done", brief: "done")],
        short: "interrupted")
    default: return []
    }
  }

  /// A key with its action.
  private struct Choice {
    let long: String
    let short: String
  }

  /// Returns the variants of the text: long text with keys, short text with keys, keys, short text.
  private static func texts(_ long: String, _ choices: [Choice?], short: String) -> [SafeText] {
    let choices = choices.compactMap(\.self)
    let (keys, briefKeys) = (choices.map(\.long), choices.map(\.short))
    return [[long] + keys, [short] + keys, [short] + briefKeys, keys, [short]]
      .filter { !$0.isEmpty }.map { SafeText($0.joined(separator: " · ")) }
  }
}
