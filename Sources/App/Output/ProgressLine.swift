import ClientModel
import Panels
import Terminal
import ViewModels

/// The state of long work as one line of text.
///
///     Receiving  ▰▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱  40 %  12 MB of 30 MB  5.1 MB/s  3 s left
struct ProgressLine: Equatable, Sendable {
  /// An amount of work: the completed part and the total, if it is known.
  enum Amount: Equatable, Sendable {
    case bytes(ByteCount, of: ByteCount?)
    /// The unit is a plural noun, such as `rows`.
    case count(Int, of: Int?, unit: String)
    /// Steps of a graph. Their durations differ, so no speed is shown.
    case steps(Int, of: Int)

    fileprivate var done: Int64 {
      switch self {
      case .bytes(let done, _): done.bytes
      case .count(let done, _, _), .steps(let done, _): Int64(done)
      }
    }

    fileprivate var total: Int64? {
      switch self {
      case .bytes(_, let total): total?.bytes
      case .count(_, let total, _): total.map(Int64.init)
      case .steps(_, let total): Int64(total)
      }
    }

    fileprivate var text: String {
      switch self {
      case .bytes(let done, let total): "\(done)" + (total.map { " of \($0)" } ?? "")
      case .count(let done, let total, let unit):
        done.grouped + (total.map { " of \($0.grouped)" } ?? "") + " \(unit)"
      case .steps(let done, let total): "\(done.grouped) of \(total.grouped) steps"
      }
    }

    fileprivate func speed(_ perSecond: Double) -> String? {
      switch self {
      case .bytes: "\(ByteCount(Int64(perSecond)))/s"
      case .count: GraphReport.speed(perSecond)
      case .steps: nil
      }
    }

    fileprivate var hasSpeed: Bool { if case .steps = self { false } else { true } }
  }

  /// The current work, such as `Receiving`. It may contain text from a server.
  var title: String
  var amount: Amount?
  /// The start of the current work.
  var began: Timestamp
  /// The end of a wait, such as the time of a retry.
  var due: Timestamp?

  /// Returns the line for a terminal. It has at most this number of columns and no control
  /// characters.
  ///
  /// In a narrow terminal, the speed is omitted first, then the amount, the percentage and the
  /// time. The bar takes the remaining columns.
  func text(at now: Timestamp, in width: Int) -> String {
    let parts = Parts(self, at: now)
    var shown: [String?] = [parts.share, parts.amount, parts.speed, parts.time]
    let title = SafeText(parts.title)
    func columns(of texts: [String?]) -> Int {
      texts.reduce(title.width) { $0 + ($1.map { SafeText($0).width + 2 } ?? 0) }
    }
    for place in [2, 1, 0, 3] where columns(of: shown) > width { shown[place] = nil }
    let room = min(Self.longestBar, width - columns(of: shown) - 2)
    let bar = share.flatMap { room >= Self.shortestBar ? Self.bar($0, in: room) : nil }
    let texts = [title.fitted(to: width).string, bar] + shown
    return texts.compactMap { $0 }.joined(separator: "  ")
  }

  /// Returns the line for a log.
  func plainText(at now: Timestamp) -> String {
    let parts = Parts(self, at: now)
    let facts = [parts.amount, parts.share, parts.speed, parts.time].compactMap { $0 }
    return SafeText(parts.title + (facts.isEmpty ? "" : ": \(facts.joined(separator: ", "))"))
      .string
  }

  private static let longestBar = 30
  private static let shortestBar = 8

  /// The completed part of the work, from 0 to 1. Nil if the total is unknown.
  private var share: Double? {
    guard let amount, let total = amount.total, total > 0 else { return nil }
    return min(1, max(0, Double(amount.done) / Double(total)))
  }

  private static func bar(_ share: Double, in width: Int) -> String {
    let full = Int(share * Double(width))
    return String(repeating: "▰", count: full) + String(repeating: "▱", count: width - full)
  }

  /// The texts of a line.
  private struct Parts {
    let title: String
    var share: String?
    var amount: String?
    var speed: String?
    var time: String?

    init(_ line: ProgressLine, at now: Timestamp) {
      let elapsed = max(0, now.since(line.began).inMilliseconds)
      let wait = line.due.map { " \(RetryLine.words(from: now, to: $0))" } ?? ""
      title = line.title + wait
      share = line.share.map { "\(Int($0 * 100)) %" }
      amount = line.amount?.text
      // The speed of the first second is not reliable.
      if let amount = line.amount, amount.hasSpeed, amount.done > 0, elapsed >= 1_000 {
        let perSecond = Double(amount.done) / Double(elapsed) * 1_000
        speed = amount.speed(perSecond)
        if let total = amount.total {
          let left = Double(max(0, total - amount.done)) / perSecond
          time = "\(Duration.seconds(left.rounded(.up)).briefInSeconds) left"
          return
        }
      }
      if line.due == nil, elapsed >= 1_000 {
        time = Duration.milliseconds(elapsed).briefInSeconds
      }
    }
  }
}
