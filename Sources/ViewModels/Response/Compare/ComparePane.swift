import ClientDocuments
package import ClientModel
import ReadingValues

/// The displayed exchange beside an earlier exchange.
package struct ComparePane: LineTab, Equatable, Sendable {
  /// A line of the tab.
  package indirect enum Row: Hashable, Sendable {
    /// The headings of the columns.
    case columns(String, String)
    /// A difference between the response heads: a field name or `status`, the earlier value and the
    /// current value.
    case head(String, String, String)
    case value(CompareRow)
    case text(String)
    /// The earlier value of a difference, on a line of its own. The current value follows.
    case before(Row)
    case now(Row)

    /// The difference that the row shows.
    package var difference: Row {
      switch self {
      case .before(let row), .now(let row): row
      case .columns, .head, .value, .text: self
      }
    }
  }

  /// The arrangement of the earlier and the current value.
  package enum Arrangement: Hashable, Sendable {
    case sideBySide, stacked

    /// The minimum width of the pane, in columns, to show both values side by side.
    static let narrowest = 72

    init(columns: Int) { self = columns < Self.narrowest ? .stacked : .sideBySide }
  }

  /// The earlier exchange.
  package let other: AttemptID
  package let otherJob: Job
  let otherBody: StoredBody
  let otherMediaType: String?
  package private(set) var rows: [Row] = []
  /// The lines with both values side by side.
  private var lines: [Row] { didSet { arrange() } }
  package private(set) var arrangement: Arrangement
  /// The number of lines above the body lines. These are the headings and the differences of the
  /// heads.
  private let headRows: Int
  package private(set) var differences = 0
  /// The number of value columns scrolled off at the left.
  package private(set) var column = 0

  init(_ now: Attempt, _ before: Exchange, _ arrangement: Arrangement) {
    self.arrangement = arrangement
    (other, otherJob) = (before.attempt.id, before.job)
    otherBody = before.attempt.result?.body ?? .none
    otherMediaType = before.attempt.result?.head?.mediaType
    lines = [.columns("before #\(before.job.id)", "now #\(now.id.job)")]
    lines += Self.heads(before.attempt.result?.head, now.result?.head)
    headRows = lines.count
    lines.append(.text("Comparing…"))
    arrange()
  }

  private mutating func arrange() {
    rows = lines.flatMap { line in
      arrangement == .stacked && line.hasTwoValues ? [.before(line), .now(line)] : [line]
    }
  }

  /// Arranges the values for a width.
  ///
  /// - Returns: The row that now shows the line of `row`.
  mutating func arrange(_ arrangement: Arrangement, row: Int) -> Int {
    guard arrangement != self.arrangement else { return row }
    // The line of a row is the number of rows above it that do not continue a line.
    let line = rows.prefix(row + 1).count { !$0.continuesLine } - 1
    self.arrangement = arrangement
    arrange()
    return rows.indices.filter { !rows[$0].continuesLine }.dropFirst(max(0, line)).first ?? row
  }

  mutating func take(_ comparison: Comparison, ignored: [IgnoredPath]) {
    var lines = Array(self.lines[..<headRows])
    differences = comparison.differences
    if !ignored.isEmpty {
      lines.append(.text("Ignored: \(ignored.map(\.text).joined(separator: "  "))"))
    }
    if let remark = comparison.remark { lines.append(.text(remark)) }
    if comparison.remark == nil, comparison.differences == 0 {
      lines.append(.text("The bodies are equal."))
    } else {
      lines += comparison.rows.map { .value(CompareRow($0)) }
    }
    if comparison.omitted > 0 { lines.append(.text("\(comparison.omitted) more lines.")) }
    self.lines = lines
  }

  /// Scrolls the values of both sides sideways. The end of the longest value is the limit.
  mutating func scroll(_ command: MoveCommand) {
    switch command {
    case .left: column = max(0, column - 8)
    case .right:
      let longest = rows.map(\.longestSide).max() ?? 0
      if column + 8 < longest { column += 8 }
    default: break
    }
  }

  /// Returns the rows for the differences of the heads. Fields that always differ are included,
  /// because the user may look for them.
  private static func heads(_ before: ResponseHead?, _ now: ResponseHead?) -> [Row] {
    var rows: [Row] = []
    func text(_ head: ResponseHead?) -> String {
      head.map { "\($0.status) \($0.reason)" } ?? "none"
    }
    if before?.status != now?.status { rows.append(.head("status", text(before), text(now))) }
    var names: [String] = []
    for field in (before?.fields ?? []) + (now?.fields ?? [])
    where !names.contains(field.name.lowercased()) { names.append(field.name.lowercased()) }
    for name in names {
      func value(_ head: ResponseHead?) -> String {
        (head?.fields ?? []).filter { $0.name.lowercased() == name }.map(\.value)
          .joined(separator: ", ")
      }
      if value(before) != value(now) { rows.append(.head(name, value(before), value(now))) }
    }
    return rows
  }

  func text(of row: Row) -> String? {
    switch row.difference {
    case .before, .now: nil
    case .columns(let left, let right): "\(left), \(right)"
    case .head(let name, let left, let right): "\(name): \(left) > \(right)"
    case .text(let words): words
    case .value(let row): "\(row.label): \(row.left) > \(row.right)"
    }
  }
}

extension ComparePane.Row {
  /// Whether the line has an earlier and a current value.
  fileprivate var hasTwoValues: Bool {
    switch self {
    case .head: true
    case .value(let row):
      switch row.kind {
      case .changed, .moved: true
      case .equal, .holds, .added, .removed: false
      }
    case .columns, .text, .before, .now: false
    }
  }

  /// Whether the row continues the line of the previous row.
  fileprivate var continuesLine: Bool { if case .now = self { true } else { false } }

  /// The number of bytes in the longer of the two values. 0 if the row has no values.
  fileprivate var longestSide: Int {
    switch difference {
    case .columns, .text, .before, .now: 0
    case .head(_, let left, let right): max(left.utf8.count, right.utf8.count)
    case .value(let row): max(row.left.utf8.count, row.right.utf8.count)
    }
  }
}
