package import ClientModel

/// What the tabs without a body show, row by row.
extension ResponseModel {
  /// A row of the Headers tab. Names and values come from outside: not safe to draw.
  package enum HeaderRow: Hashable, Sendable {
    case heading(String)
    case field(name: String, value: String)
    case blank
  }

  /// A row of the Timing tab.
  package enum TimingRow: Hashable, Sendable {
    /// A stretch of the try, from its start.
    case phase(String, from: Duration, to: Duration)
    case total(Duration)
    case fact(String, String)
    case blank
  }

  /// The headers that went out, secrets masked, and those that came.
  package var headerRows: [HeaderRow] {
    var rows: [HeaderRow] = []
    if let head {
      rows.append(.heading("Response  \(head.version.rawValue) \(head.status) \(head.reason)"))
      rows += head.fields.map { field in
        .field(name: field.name, value: field.shownValue)
      }
      if let trailers = attempt?.result?.trailers, !trailers.isEmpty {
        rows += [.blank, .heading("Trailers  after the body")]
        rows += trailers.map { .field(name: $0.name, value: $0.shownValue) }
      }
      rows.append(.blank)
    }
    if let request {
      // The head that is kept is the first try's; a redirect's own line is told in Attempts.
      rows.append(.heading("Request  \(request.method.rawValue) \(request.displayURL)"))
      rows += request.headers.map { .field(name: $0.name, value: $0.shownValue) }
      if request.headers.isEmpty { rows.append(.field(name: "", value: "no headers of its own")) }
    }
    return rows
  }

  /// The phases of the try on show, and what is known of its connection.
  package var timingRows: [TimingRow] {
    guard let result = attempt?.result else { return [] }
    var rows = phases(of: result.timings)
    if let total = result.timings.total { rows.append(.total(total)) }
    if !rows.isEmpty { rows.append(.blank) }
    let connection = result.connection
    if let address = connection.address { rows.append(.fact("Address", address)) }
    rows.append(.fact("Connection", connection.use == .reused ? "used again" : "new"))
    if let security = connection.security { rows.append(.fact("TLS", security)) }
    let counts = result.transfer
    rows.append(.fact("Sent", "\(counts.requestHeaders) head, \(counts.requestBody) body"))
    rows.append(
      .fact("Received", "\(counts.responseHeaders) head, \(counts.responseBody) body"))
    rows.append(.fact("Decoded body", "\(result.body.length)"))
    rows += stageRows(of: result)
    rows += result.framing.map { .fact("Odd framing", $0.words) }
    return rows
  }

  /// The stages of middleware it went through, each with its outcome and time.
  private func stageRows(of result: AttemptResult) -> [TimingRow] {
    let notes = (request?.gateway?.submitted ?? []) + (result.processing?.stages ?? [])
    var rows = notes.map { note in
      let time = note.end == .skipped ? "" : ", \(note.took.inMilliseconds) ms"
      return TimingRow.fact("Stage on \(note.place.word)", "\(note.name): \(note.end.word)\(time)")
    }
    if let root = result.processing?.root, !root.isEmpty { rows.append(.fact("Data", root)) }
    return rows
  }

  private func phases(of timings: Timings) -> [TimingRow] {
    var rows: [TimingRow] = []
    var start = Duration.zero
    let ends: [(String, Duration?)] = [
      ("Name lookup", timings.nameLookup), ("Connect", timings.connected),
      ("TLS", timings.secured), ("Wait for first byte", timings.firstByte),
      ("Receive", timings.total),
    ]
    for (name, end) in ends {
      guard let end else { continue }
      // Clocks of the phases may cross by rounding.
      let last = max(start, end)
      rows.append(.phase(name, from: start, to: last))
      start = last
    }
    return rows
  }

  /// How many rows the tab without a body has.
  package var lineCount: Int {
    switch tab {
    case .tree, .raw: pane.window.total
    case .headers: headerRows.count
    case .timing: timingRows.count
    case .attempts: attempts.count
    case .wire: wireRows.count
    case .compare: comparison?.rows.count ?? 0
    case .view: rendered.rows.count
    case .checks: verdicts.count
    }
  }

  /// The selected row's text, for copying; nil where there is none.
  var selectedLine: String? {
    let row = list(of: tab).selected
    switch tab {
    case .tree, .raw: return nil
    case .headers:
      guard headerRows.indices.contains(row) else { return nil }
      switch headerRows[row] {
      case .heading(let text): return text
      case .field(_, let value): return value
      case .blank: return nil
      }
    case .timing:
      guard timingRows.indices.contains(row), case .fact(_, let value) = timingRows[row] else {
        return nil
      }
      return value
    case .attempts: return attempts.indices.contains(row) ? attempts[row].displayURL : nil
    case .view: return rendered.rows.indices.contains(row) ? rendered.rows[row].text : nil
    case .wire: return wireRows.indices.contains(row) ? wireRows[row].text : nil
    case .checks: return verdicts.indices.contains(row) ? verdicts[row].words : nil
    case .compare:
      guard let rows = comparison?.rows, rows.indices.contains(row) else { return nil }
      return rows[row].text
    }
  }
}

extension FramingNote {
  /// What was odd, in words.
  package var words: String {
    switch self {
    case .differingContentLengths: "Two Content-Length headers differ."
    case .invalidContentLength: "Content-Length is no number."
    case .lengthAndChunked: "Content-Length and Transfer-Encoding stand together."
    case .foldedHeader: "A header is folded over two lines."
    case .bareLineFeed: "A line of the head ends without a carriage return."
    case .bodyOnBodilessStatus: "A body came with a status that has none."
    case .unknownCoding: "The body has an unknown content coding; it is stored as received."
    }
  }
}
