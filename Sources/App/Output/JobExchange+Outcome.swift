import ClientModel
import ClientPipeline
import Foundation

extension JobExchange {
  /// What the answer means by the rule of its gateway or its endpoint; nil without a rule or an answer,
  /// and for the answers about a job at its server, which the job's own rule reads.
  var outcome: Outcome? {
    guard job.remote == nil, let rule = request?.gateway?.outcome ?? request?.outcome,
      let answer, answer.end == .answered,
      let head = answer.head
    else { return nil }
    return rule.outcome(of: head, body: looked(at: answer.body))
  }

  /// The body as far as a rule looks into one: up to 1 MiB.
  private func looked(at body: StoredBody) -> [UInt8] {
    switch body {
    case .none: return []
    case .inline(let bytes): return bytes
    case .file(_, let length, _):
      guard length <= .mebibytes(1), let bodyPath,
        let data = FileManager.default.contents(atPath: bodyPath)
      else { return [] }
      return Array(data)
    }
  }
}

/// What an answer means, in `--format json`.
struct OutcomeRecord: Encodable {
  /// `success`, `service failure`, `needs authentication` or `upgrade required`.
  var kind: String
  var code: String?
  var reason: String?
  var detail: String?

  init(_ outcome: Outcome) {
    kind = outcome.word
    code = outcome.words?.code
    reason = outcome.words?.reason
    detail = outcome.words?.detail
  }
}
