import ClientModel
import Terminal
import ViewModels

/// Functions that draw the Attempts tab, a list of all attempts and redirects with their results.
enum AttemptLines {
  static func draw(
    _ model: ResponseModel, _ canvas: PanelCanvas, in area: Rect, frame: inout Frame
  ) {
    ListLines.draw(model, model.exchange.attempts.count, canvas, in: area, frame: &frame) {
      row, place, frame in
      let attempt = model.exchange.attempts[row]
      let start = start(row, model)
      let right = result(attempt.result)
      let (line, end) = place.split(rightColumns: min(columns(right), place.width * 3 / 5))
      let room = max(0, line.width - 2 - columns(start))
      let address = SafeText(attempt.displayURL).fittedInMiddle(to: room)
      frame.put(
        start + [Span(address, Ink(.text))],
        in: Rect(x: line.x, y: line.y, width: line.width - 2, height: 1))
      frame.put(right, in: end, aligned: .right)
    }
  }

  /// Returns the details that do not fit into the selected row.
  ///
  /// The details are the full URL, the failure, the idempotency key and the sent files.
  static func details(_ model: ResponseModel, width: Int) -> [SafeText] {
    let row = model.list(of: .attempts).selected
    guard model.exchange.attempts.indices.contains(row) else { return [] }
    let attempt = model.exchange.attempts[row]
    let url = SafeText(attempt.displayURL)
    let right = min(columns(result(attempt.result)), width * 3 / 5)
    var lines: [SafeText] = []
    if columns(start(row, model)) + url.width > width - 2 - right {
      lines += url.pieces(of: width)
    }
    if case .failed(let failure)? = attempt.result?.end {
      for text in ["\(failure.what) \(failure.why)"] + failure.errorLines {
        lines += Paragraph.lines(of: SafeText(text), width: width)
      }
    }
    lines += sent(attempt).flatMap { Paragraph.lines(of: SafeText($0), width: width) }
    return lines
  }

  /// Returns the idempotency key of the request, and the sent files with their digests.
  private static func sent(_ attempt: Attempt) -> [String] {
    var lines: [String] = []
    if let key = attempt.idempotencyKey { lines.append("Idempotency-Key: \(key)") }
    for file in attempt.result?.sentFiles ?? [] {
      lines.append("Sent \(file.path), SHA-256 \(file.sha256.hexadecimal)")
    }
    return lines
  }

  private static func start(_ row: Int, _ model: ResponseModel) -> [Span] {
    let attempt = model.exchange.attempts[row]
    let digits = String(model.exchange.attempts.last?.id.number ?? 1).utf8.count
    let number = String(attempt.id.number)
    let gap = String(repeating: " ", count: max(0, digits - number.utf8.count))
    return [
      Span(row == model.exchange.chosen ? "›" : " ", Ink(.heading)),
      Span(SafeText("\(gap)\(number)  \(attempt.hop > 0 ? "↳ " : "")"), Ink(.muted)),
      Span(SafeText(attempt.method.rawValue + " "), Ink(attempt.method.role)),
    ]
  }

  private static func columns(_ spans: [Span]) -> Int { spans.reduce(0) { $0 + $1.text.width } }

  private static func result(_ result: AttemptResult?) -> [Span] {
    guard let result else { return [Span("the end is unknown", Ink(.stateInterrupted))] }
    var spans: [Span] = []
    switch result.end {
    case .responded: break
    case .failed(let failure):
      spans.append(Span(SafeText(failure.kind.text), Ink(.stateFailed)))
    case .cancelled: spans.append(Span("cancelled", Ink(.stateCancelled)))
    }
    if let head = result.head {
      let gap = spans.isEmpty ? "" : "  "
      spans.append(
        Span(SafeText("\(gap)\(head.status)"), Ink(QueueRow.statusRole(head.status))))
    }
    if let total = result.timings.total {
      spans.append(Span(SafeText("  \(total.shown)"), Ink(.muted)))
    }
    return spans
  }
}
