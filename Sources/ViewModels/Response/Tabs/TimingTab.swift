package import ClientModel

/// The Timing tab: the phases of the selected attempt and details of the connection.
package struct TimingTab: LineTab {
  package enum Row: Hashable, Sendable {
    /// A phase of the attempt. The times are relative to the start of the attempt.
    case phase(String, from: Duration, to: Duration)
    case total(Duration)
    /// One of several attempts. Its bar is relative to the time of all attempts.
    case attempt(String, Duration, ListCell.Bar)
    case fact(String, String)
    case blank
  }

  package let rows: [Row]
  private let total: Duration?

  init(_ exchange: ShownExchange) {
    guard let result = exchange.attempt?.result else {
      (rows, total) = ([], nil)
      return
    }
    total = result.timings.total
    var rows = Self.phases(of: result)
    if let total { rows.append(.total(total)) }
    if !rows.isEmpty { rows.append(.blank) }
    let attempts = Self.attempts(exchange.attempts)
    rows += attempts + (attempts.isEmpty ? [] : [.blank])
    rows += Self.connection(of: result)
    rows += Self.stages(of: result, exchange.request)
    rows += result.framing.map { .fact("Odd framing", $0.text) }
    self.rows = rows
  }

  /// Returns a bar for each attempt and redirect. Returns no rows for a single attempt.
  private static func attempts(_ attempts: [Attempt]) -> [Row] {
    guard attempts.count > 1, let first = attempts.map(\.started).min() else { return [] }
    let spans = attempts.map { attempt in
      let start = attempt.started.since(first)
      return (start: start, end: start + (attempt.result?.timings.total ?? .zero))
    }
    let total = max(.milliseconds(1), spans.map(\.end).max() ?? .zero)
    return zip(attempts, spans).map { attempt, span in
      let status = attempt.result?.head?.status
      let isFailed = attempt.result?.end != .responded || (status ?? 0) >= 400
      return .attempt(
        (attempt.hop > 0 ? "↳ Redirect " : "Attempt ") + String(attempt.id.number)
          + (status.map { " → \($0)" } ?? ""),
        span.end - span.start,
        ListCell.Bar(
          start: span.start / total, end: span.end / total, kind: isFailed ? .failed : .normal))
    }
  }

  private static func connection(of result: AttemptResult) -> [Row] {
    let (connection, counts) = (result.connection, result.transfer)
    var rows: [Row] = []
    if let address = connection.address { rows.append(.fact("Address", address)) }
    // An attempt had no connection if it has neither an address nor a response.
    if result.end == .responded || connection.address != nil {
      rows.append(.fact("Connection", connection.use == .reused ? "reused" : "new"))
    }
    if let security = connection.security { rows.append(.fact("TLS", security)) }
    let hasSent = counts.requestHeaders.bytes > 0 || counts.requestBody.bytes > 0
    rows.append(
      .fact(
        "Sent",
        hasSent || result.end == .responded
          ? "\(counts.requestHeaders) head, \(counts.requestBody) body" : "nothing"))
    guard result.head != nil || counts.responseHeaders.bytes > 0 || result.end == .responded else {
      return rows
    }
    return rows + [
      .fact("Received", "\(counts.responseHeaders) head, \(counts.responseBody) body"),
      .fact("Decoded body", "\(result.body.length)"),
    ]
  }

  /// Returns a row for each middleware stage and for the position of the data. A stage row has the
  /// outcome and the time of the stage.
  private static func stages(of result: AttemptResult, _ request: PreparedRequest?) -> [Row] {
    let notes = (request?.gateway?.submitted ?? []) + (result.processing?.stages ?? [])
    var rows = notes.map { note in
      let time = note.end == .skipped ? "" : ", \(note.took.inMilliseconds) ms"
      return Row.fact("Stage on \(note.phase.word)", "\(note.name): \(note.end.word)\(time)")
    }
    if let root = result.processing?.root, !root.isEmpty { rows.append(.fact("Data", root)) }
    return rows
  }

  private static func phases(of result: AttemptResult) -> [Row] {
    let timings = result.timings
    var rows: [Row] = []
    var start = Duration.zero
    let ends: [(String, Duration?)] = [
      ("Name lookup", timings.nameLookup), ("Connect", timings.connected),
      ("TLS", timings.secured), ("Wait for first byte", timings.firstByte),
      (lastPhase(of: result), timings.total),
    ]
    for (name, end) in ends {
      guard let end else { continue }
      // The times are rounded, so a phase could end before it starts.
      let last = max(start, end)
      rows.append(.phase(name, from: start, to: last))
      start = last
    }
    return rows
  }

  /// Returns the name of the phase in which the attempt ended.
  private static func lastPhase(of result: AttemptResult) -> String {
    let timings = result.timings
    if result.end == .responded || result.head != nil || timings.firstByte != nil {
      return "Receive"
    }
    let hasSent = result.transfer.requestHeaders.bytes > 0
    if timings.secured != nil || hasSent { return "Wait for first byte" }
    if timings.connected != nil { return "TLS, failed" }
    return timings.nameLookup != nil ? "Connect, failed" : "Failed"
  }

  func text(of row: Row) -> String? { if case .fact(_, let value) = row { value } else { nil } }

  func assertion(at row: Int) -> String? { total.map { "time < \(Self.limit(over: $0))" } }

  /// Returns a round number above the time. The number is the limit in a proposed assertion.
  private static func limit(over span: Duration) -> String {
    let milliseconds =
      span.components.seconds * 1000 + span.components.attoseconds / 1_000_000_000_000_000
    for limit in [100, 200, 500] as [Int64] where milliseconds < limit { return "\(limit) ms" }
    return "\(milliseconds * 3 / 2 / 1000 + 1) s"
  }
}

extension FramingNote {
  /// The user-visible description of the irregularity.
  package var text: String {
    switch self {
    case .differingContentLengths: "Two Content-Length headers differ."
    case .invalidContentLength: "Content-Length is not a number."
    case .lengthAndChunked: "There are both Content-Length and Transfer-Encoding."
    case .foldedHeader: "A header is folded over two lines."
    case .bareLineFeed: "A line of the head ends without a carriage return."
    case .bodyOnBodilessStatus: "There is a body, although the status allows none."
    case .unknownCoding: "The body has an unknown content coding; it is stored as received."
    }
  }
}
