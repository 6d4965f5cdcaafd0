import ClientDocuments
package import ClientModel
import ReadingValues

/// The displayed exchange beside an earlier exchange.
package struct ComparePane: LineTab, Equatable, Sendable {
  /// A line of the tab.
  package enum Row: Hashable, Sendable {
    /// The headings of the columns.
    case columns(String, String)
    /// A difference between the response heads: a field name or `status`, the earlier value and the
    /// current value.
    case head(String, String, String)
    case value(CompareRow)
    case text(String)
  }

  /// The earlier exchange.
  package let other: AttemptID
  package let otherJob: Job
  let otherBody: StoredBody
  let otherMediaType: String?
  package private(set) var rows: [Row]
  /// The number of rows above the body rows. These are the headings and the differences of the
  /// heads.
  private let headRows: Int
  package private(set) var differences = 0
  /// The number of value columns scrolled off at the left.
  package private(set) var column = 0

  init(_ now: Attempt, _ before: Exchange) {
    (other, otherJob) = (before.attempt.id, before.job)
    otherBody = before.attempt.result?.body ?? .none
    otherMediaType = before.attempt.result?.head?.mediaType
    rows = [.columns("before #\(before.job.id)", "now #\(now.id.job)")]
    rows += Self.heads(before.attempt.result?.head, now.result?.head)
    headRows = rows.count
    rows.append(.text("Comparing…"))
  }

  mutating func take(_ comparison: Comparison, ignored: [IgnoredPath]) {
    rows.removeSubrange(headRows...)
    differences = comparison.differences
    if !ignored.isEmpty {
      rows.append(.text("Ignored: \(ignored.map(\.text).joined(separator: "  "))"))
    }
    if let remark = comparison.remark { rows.append(.text(remark)) }
    if comparison.remark == nil, comparison.differences == 0 {
      rows.append(.text("The bodies are equal."))
    } else {
      rows += comparison.rows.map { .value(CompareRow($0)) }
    }
    if comparison.omitted > 0 { rows.append(.text("\(comparison.omitted) more lines.")) }
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
    switch row {
    case .columns(let left, let right): "\(left), \(right)"
    case .head(let name, let left, let right): "\(name): \(left) > \(right)"
    case .text(let words): words
    case .value(let row): "\(row.label): \(row.left) > \(row.right)"
    }
  }
}

extension ComparePane.Row {
  /// The number of bytes in the longer of the two values. 0 if the row has no values.
  fileprivate var longestSide: Int {
    switch self {
    case .columns, .text: 0
    case .head(_, let left, let right): max(left.utf8.count, right.utf8.count)
    case .value(let row): max(row.left.utf8.count, row.right.utf8.count)
    }
  }
}
