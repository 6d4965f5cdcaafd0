extension RemoteRule {
  /// The rule for services that have no rule of their own. It expects a 202 with a URL to poll, and
  /// the most common status words.
  ///
  /// - Source: RFC 9110, section 15.3.3; the long-running operations of Azure
  ///   (`Operation-Location`, `Azure-AsyncOperation`) and of Google (AIP-151).
  public static let standard = RemoteRule(
    // In a 200 or 201, Location refers to an existing resource, not to one that is still being
    // created.
    accepted: [202...202],
    status: [
      .header("Operation-Location"), .header("Azure-AsyncOperation"), .header("Location"),
      .pointer("/statusUrl"), .pointer("/status_url"),
    ],
    id: "/id", word: ["/status", "/state", "/properties/provisioningState", "/done"],
    words: [
      "accepted": .queued, "queued": .queued, "pending": .queued, "submitted": .queued,
      "scheduled": .queued, "notstarted": .queued, "not started": .queued,
      "running": .running, "processing": .running, "started": .running, "inprogress": .running,
      "in progress": .running, "in_progress": .running, "working": .running, "false": .running,
      "succeeded": .finished, "success": .finished, "completed": .finished, "complete": .finished,
      "finished": .finished, "done": .finished, "true": .finished,
      "failed": .failed, "failure": .failed, "error": .failed,
      "canceled": .cancelled, "cancelled": .cancelled, "aborted": .cancelled,
    ],
    failure: ["/error"], errors: ["/error", "/errors"],
    result: .at([
      .pointer("/resultUrl"), .pointer("/result_url"), .pointer("/resourceLocation"),
    ]))

  /// Returns the standard rule for a request that polls an address itself. If its response has a
  /// status word, the same address is polled again.
  package static func polling(_ address: String) -> RemoteRule {
    var rule = standard
    rule.accepted = [200...299]
    rule.status = rule.word.map { .template(address, id: $0) } + rule.status
    return rule
  }
}

extension ResponseHead {
  /// Whether the server accepted the request for later processing and names an address to poll.
  package var isOfAcceptedWork: Bool {
    status == 202
      && RemoteRule.standard.status.contains { address in
        if case .header(let name) = address { fields.first(name)?.isEmpty == false } else { false }
      }
  }
}
