import ClientDocuments
import ClientModel
import ClientPipeline
import FoundationEssentials

extension JobExchange {
  /// The outcome of the response, according to the rule of the gateway or the endpoint.
  ///
  /// It is nil if there is no rule or no complete response. It is also nil for a remote job,
  /// because the rule for remote jobs applies to its responses.
  var outcome: Outcome? {
    guard job.remote == nil, let rule = request?.gateway?.outcome ?? request?.outcome,
      let response, response.end == .responded,
      let head = response.head
    else { return nil }
    return rule.outcome(
      of: head, body: looked(at: response.body), length: response.body.length)
  }

  /// Returns the body for a rule. The body is empty if its file is larger than 1 MiB or cannot be
  /// read.
  private func looked(at body: StoredBody) -> [UInt8] {
    switch body {
    case .none: return []
    case .inline(let bytes): return bytes
    case .file(_, let length, _):
      guard length <= .mebibytes(1) else { return [] }
      do throws(DocumentError) {
        let source = try body.source(in: storedBody)
        return try source.bytes(in: 0..<source.count)
      } catch {
        return []
      }
    }
  }
}

/// The outcome of a response, in `--format json`.
struct OutcomeRecord: JSONRecord {
  private let outcome: Outcome

  init(_ outcome: Outcome) { self.outcome = outcome }

  static let table = JSONTable<OutcomeRecord>(
    "outcome", "The result of the outcome rule of a gateway or endpoint.",
    [
      .always(
        "kind",
        .word(["success", "service failure", "needs authentication", "upgrade required"]),
        "The result of the rule."
      ) { $0.outcome.word },
      .sometimes("code", .text, "The code of the service.") { $0.outcome.serviceError?.code },
      .sometimes("reason", .text, "The reason that the service gives.") {
        $0.outcome.serviceError?.reason
      },
      .sometimes(
        "detail", .anything, "Details of the reason: a string, or an unchanged object or array."
      ) {
        $0.outcome.serviceError?.detail.map(VerbatimJSON.init(valueOrText:))
      },
    ])
}
