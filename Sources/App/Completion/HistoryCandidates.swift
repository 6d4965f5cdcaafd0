import ArgumentParser
import ClientModel
import ClientWorkspace

/// The words that filter `weir history`. If a word has a fixed set of values, they are offered too.
struct HistoryCandidates {
  var requests: [String] = []
  var gateways: [String] = []

  private static let keys = [
    ("status:", "404, 4xx, 500-503"), ("end:", "the outcome of the attempt"),
    ("state:", "the state of the job"), ("method:", "the method"),
    ("request:", "a saved request"), ("gateway:", "a gateway"), ("job:", "a job's id"),
    ("since:", "2h, 2026-11-21"), ("before:", "1d, 2026-11-21"),
  ]

  func candidates(for prefix: String) -> [CompletionCandidate] {
    guard let (key, _) = prefix.cut(at: ":") else {
      return Self.keys.map { CompletionCandidate($0, $1) }
    }
    return values(of: key).map { CompletionCandidate("\(key):\($0)") }
  }

  private func values(of key: Substring) -> [String] {
    switch key {
    case "status": ["2xx", "3xx", "4xx", "5xx"]
    case "end": ["answered", "failed", "cancelled"]
    case "state": JobState.Word.allCases.map(\.rawValue)
    case "method": HTTPMethod.common.map { $0.rawValue.lowercased() }
    case "request": requests
    case "gateway": gateways
    default: []
    }
  }
}

extension CompletionKind {
  static var historyWords: CompletionKind {
    values { line, facts in
      var candidates = HistoryCandidates()
      if line.prefix.begins(with: "request:") {
        candidates.requests = try facts.workspace()?.requestNames().map(\.path) ?? []
      } else if line.prefix.begins(with: "gateway:") {
        candidates.gateways = try facts.workspace()?.settings.gateways.names ?? []
      }
      return candidates.candidates(for: line.prefix)
    }
  }
}
