extension Event {
  /// The event as one line of text. The time is omitted. Characters that could end the line or
  /// control a terminal are replaced.
  package var line: String {
    switch kind {
    case .submitted(let job): "job \(job.id) added: \(address(of: job))"
    case .started(let job):
      "job \(job.id) started: \(address(of: job))"
        + (job.attempts > 1 ? ", attempt \(job.attempts)" : "")
    case .changed(let job): "job \(job.id) \(job.state.word.rawValue): \(address(of: job))"
    case .finished(let job): end(of: job)
    case .received(let exchange): response("answered", exchange)
    case .notModified(let exchange): response("not modified", exchange)
    case .networkFailed(let exchange): response("network failed", exchange)
    case .unavailable(let exchange): response("unavailable", exchange)
    case .unauthorized(let exchange): response("not authorized", exchange)
    case .failed(let exchange): response("refused", exchange)
    case .cacheUpdated(let change): "cached: \(change.method) \(change.url.inOneLine)"
    case .cacheRemoved(let change): "no longer cached: \(change.url.inOneLine)"
    case .valueSet(let change): value("set", change)
    case .valueRemoved(let change): value("removed", change)
    case .graphFinished(let end):
      "graph \(graph?.description ?? "") \(end.name.inOneLine) ended: \(end.summary)"
    case .own(let event):
      ([event.name] + event.fields.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
        .inOneLine
    case .laneChanged(let lane): words(of: lane)
    case .runnerChanged(.thisProcess): "this process runs the queue"
    case .runnerChanged(.other(let runner)): "\(runner) runs the queue"
    case .noticed(let failure):
      "\(failure.what) \(failure.why)\(failure.cause.map { " (\($0))" } ?? "")".inOneLine
    case .dropped(let count): "\(count) earlier events are not shown"
    }
  }

  private func address(of job: Job) -> String { "\(job.method) \(job.displayURL.inOneLine)" }

  private func end(of job: Job) -> String {
    var line = "job \(job.id) \(job.state.word.rawValue): \(address(of: job))"
    if let status = job.status { line += ", \(status)" }
    if let elapsed = job.elapsed { line += ", \(elapsed.inMilliseconds) ms" }
    if let length = job.bodyLength { line += ", \(length.bytes) B" }
    switch job.state {
    case .failed(let failure): line += ". \(failure.what) \(failure.why)".inOneLine
    case .interrupted(let knowledge): line += ". \(knowledge.why)".inOneLine
    case .skipped(let cause): line += ", because job \(cause) did not succeed"
    default: break
    }
    return line
  }

  private func response(_ word: String, _ exchange: Exchange) -> String {
    var line = job.map { "job \($0) " } ?? ""
    line += "\(word): \(exchange.method) \(exchange.url.inOneLine)"
    if let status = exchange.status { line += ", \(status)" }
    if let failure = exchange.failure { line += ". \(failure.why)".inOneLine }
    return line
  }

  private func value(_ word: String, _ change: ValueChange) -> String {
    let text = change.value.map { $0.count > 60 ? "\($0.prefix(60))…" : $0 } ?? Secret.mask
    return "value \(change.key) \(word): \(text)".inOneLine
  }

  private func words(of lane: Lane) -> String {
    let hold = lane.heldUntil.flatMap { $0 > time ? $0.since(time) : nil }
      .map { "held for \($0.components.seconds) s by its server" }
    let state =
      switch lane.pause {
      case .none: hold ?? "active"
      case .byUser: "paused"
      case .byRestart: "paused by a restart"
      case .offline: "paused because its server cannot be reached"
      }
    var line = "lane \(lane.key.name.inOneLine) \(state), limit \(lane.limit)"
    if lane.pause != .none, let hold { line += ", \(hold)" }
    return line
  }
}

extension String {
  /// The text as one line. A space or U+FFFD replaces each character that could end the line or
  /// control a terminal.
  package var inOneLine: String {
    let isClean = utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    if isClean { return self }
    var line = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        line.unicodeScalars.append(scalar == "\n" || scalar == "\t" ? " " : "\u{FFFD}")
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}
