import ClientModel
import Panels

/// Past requests as aligned columns of text. The rows may be added in chunks.
struct HistoryTable {
  private static let titles = ["ID", "WHEN", "STATUS", "METHOD", "URL", "SIZE", "TIME", ""]

  private let filter: HistoryFilter
  private var columns: TextColumns
  private var isEmpty = true
  /// The current time if the table is printed on a terminal. Times are short there.
  private let now: Timestamp?

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - width: The number of columns of the terminal. Nil if the table is not printed on one.
  ///   - now: The current time.
  init(
    filter: HistoryFilter, within width: Int? = Console.terminalColumns,
    coloured: Console.Colours = Console.output, now: Timestamp
  ) {
    self.filter = filter
    self.now = width.map { _ in now }
    columns = TextColumns(addresses: 4, within: width, style: coloured == .on ? Self.style : nil)
  }

  private static func style(_ column: Int, _ text: String) -> TextStyle? {
    if titles.indices.contains(column), text == titles[column] { return .bold }
    switch column {
    case 1, 7: return .grey
    case 2:
      if let status = Int(text) { return TextStyle(status: status) }
      return text == Exchange.End.failed.rawValue ? .red : .yellow
    default: return nil
    }
  }

  /// Returns the lines of further exchanges. The titles precede the first line.
  mutating func lines(of exchanges: [Exchange]) -> [String] {
    guard !exchanges.isEmpty else { return [] }
    defer { isEmpty = false }
    return columns.lines(of: (isEmpty ? [Self.titles] : []) + exchanges.map(cells))
  }

  /// The message for an empty table. The list is empty if there were exchanges.
  var lastLines: [String] {
    guard isEmpty else { return [] }
    return [
      filter.isEmpty
        ? "The history is empty. `weir send URL` sends a request."
        : "No request matches. `weir help history` lists the words of a filter."
    ]
  }

  private func cells(of exchange: Exchange) -> [String] {
    let attempt = exchange.attempt
    return [
      exchange.job.attempts == 1
        ? "\(exchange.job.id)" : "\(exchange.job.id).\(attempt.id.number)",
      now.map { attempt.started.brief(at: $0) } ?? attempt.started.text,
      exchange.status.map(String.init) ?? exchange.endWord,
      attempt.method.rawValue, Console.safe(attempt.displayURL), sizes(of: exchange),
      attempt.result?.timings.total.map(time) ?? "",
      Console.safe(
        [exchange.job.call.map { "call \($0)" }, remark(on: exchange)].compactMap { $0 }
          .filter { !$0.isEmpty }.joined(separator: "  ")),
    ]
  }

  private func time(_ time: Duration) -> String {
    now == nil ? "\(time.inMilliseconds) ms" : time.brief
  }

  /// Returns the decoded size. If the size on the wire differs, it is added.
  private func sizes(of exchange: Exchange) -> String {
    guard let size = exchange.size else { return "" }
    guard let wire = exchange.wireSize, wire != size else { return "\(size)" }
    return "\(size) (\(wire))"
  }

  private func remark(on exchange: Exchange) -> String {
    if case .failed(let failure)? = exchange.attempt.result?.end {
      // On a terminal, the row already says that the request failed, and has room for the reason.
      return now == nil ? "\(failure.what) \(failure.why)" : failure.why
    }
    if let failed = exchange.failedChecks { return failed }
    // Only the row of the last attempt shows the state of the job.
    guard exchange.attempt.id.number == exchange.job.attempts,
      exchange.job.state.word != .succeeded
    else { return "" }
    // On a terminal, the reason is omitted if the status says the same.
    if now != nil, case .failed(let failure) = exchange.job.state, failure.kind == .errorStatus {
      return ""
    }
    let words = [exchange.job.state.word.rawValue, exchange.job.state.detail]
    return words.compactMap { $0 }.joined(separator: ": ")
  }
}

extension Exchange {
  /// The end of the attempt as a word.
  ///
  /// If the last attempt failed and the job is held, the word is `held`, because the job has not
  /// failed.
  var endWord: String {
    let isLast = attempt.id.number == job.attempts
    return isLast && job.state.word == .held && end == .failed
      ? job.state.word.rawValue : end.rawValue
  }
}
