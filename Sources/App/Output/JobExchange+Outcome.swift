import ClientModel
import ClientPipeline
import FoundationEssentials

extension JobExchange {
  /// The outcome of the response by the rule of its gateway or its endpoint. The outcome is nil
  /// without a rule or a complete response, and for a remote job, which has a rule of its own for
  /// its responses.
  var outcome: Outcome? {
    guard job.remote == nil, let rule = request?.gateway?.outcome ?? request?.outcome,
      let response, response.end == .answered,
      let head = response.head
    else { return nil }
    return rule.outcome(
      of: head, body: looked(at: response.body), length: response.body.length)
  }

  /// Returns the body for a rule, or an empty body if it is in a file that is larger than 1 MiB or
  /// cannot be read.
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

/// The outcome of a response, in `--format json`.
struct OutcomeRecord: Encodable {
  /// `success`, `service failure`, `needs authentication` or `upgrade required`.
  var kind: String
  var code: String?
  var reason: String?
  /// The details: an object or a list unchanged, or text as a string.
  var detail: VerbatimJSON?

  init(_ outcome: Outcome) {
    kind = outcome.word
    code = outcome.words?.code
    reason = outcome.words?.reason
    detail = outcome.words?.detail.map(VerbatimJSON.init(valueOrText:))
  }
}
