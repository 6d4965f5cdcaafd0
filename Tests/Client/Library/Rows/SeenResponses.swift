import ClientModel
import Synchronization

/// What stages saw of responses, in the order they saw it.
final class SeenResponses: Sendable {
  private struct Seen {
    var traces: [String] = []
    var values: [[String?]] = []
  }

  private let seen = Mutex(Seen())

  /// The header `X-Trace` of each head.
  var traces: [String] { seen.withLock { $0.traces } }
  var values: [[String?]] { seen.withLock { $0.values } }

  func note(_ head: ResponseHead) {
    let trace = head.fields.first("X-Trace") ?? ""
    seen.withLock { $0.traces.append(trace) }
  }

  func note(_ values: [String?]) { seen.withLock { $0.values.append(values) } }
}
