import ClientModel
import ViewModels

extension GraphReport.Causes {
  /// The causes with their counts, most frequent first, and the count of the remaining failures.
  ///
  /// - Parameter describe: Returns the words of a cause.
  func texts(
    _ describe: (GraphReport.Cause, GraphReport.Failures) -> String
  ) -> [String] {
    let (causes, rest) = top
    let texts = causes.map { "\(describe($0, $1)): \($1.count.grouped)" }
    return texts + (rest > 0 ? ["other causes: \(rest.grouped)"] : [])
  }
}

/// The results of a batch as lines for people.
extension GraphReport {
  private static let cells = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The causes of failures, one line each.
  var causeLines: [String] { causes.texts { $0.text + $1.attemptsText } }

  /// The time and the rate, then the percentiles and the histogram of the durations.
  var timeLines: [String] {
    var lines: [String] = []
    if let time {
      lines.append("time: \(time.shown)" + (rate.flatMap(Self.speed).map { ", \($0)" } ?? ""))
    }
    if let middle = durations.percentile(0.5), let slow = durations.percentile(0.95),
      let slowest = durations.percentile(0.99)
    {
      let bars = durations.bars(14).map(\.count)
      let most = bars.max() ?? 1
      let curve = bars.map { Self.cells[min(7, ($0 * 8 + most - 1) / most - ($0 > 0 ? 1 : 0))] }
      lines.append(
        "p50 \(middle.shown)  p95 \(slow.shown)  p99 \(slowest.shown)  \(curve.joined())  "
          + "\(durations.shortest.shown) to \(durations.longest.shown)")
    }
    return lines
  }
}

/// The results of a batch in `--format json`.
struct GraphReportRecord: JSONRecord {
  struct Failures: JSONRecord {
    fileprivate let cause: GraphReport.Cause
    fileprivate let same: GraphReport.Failures

    static let table = JSONTable<Failures>(
      "failures", "The failed jobs of a batch with the same cause.",
      [
        .always("kind", .word(Failure.Kind.allCases.map(\.rawValue)), "The kind of the error.") {
          $0.cause.kind.rawValue
        },
        .sometimes("status", .integer, "The status of the last responses.") { $0.cause.status },
        .always("count", .integer, "The number of jobs.") { $0.same.count },
        .always("attempts", .integer, "The largest number of attempts of a job.") {
          $0.same.attempts.upperBound
        },
      ])
  }

  private let report: GraphReport

  init(_ report: GraphReport) { self.report = report }

  static let table = JSONTable<GraphReportRecord>(
    "results", "The results of the finished jobs of a batch.",
    [
      .always("failures", .list(Failures.shape), "The causes of failures, most frequent first.") {
        $0.report.causes.sorted.map(Failures.init)
      },
      .sometimes("time", .number, "The time from the first attempt to the last end.") {
        $0.report.time?.inPreciseMilliseconds
      },
      .sometimes("rate", .number, "The finished requests per second.") { $0.report.rate },
      .sometimes("p50", .number, "The duration that half of the requests did not exceed.") {
        $0.report.durations.percentile(0.5)?.inPreciseMilliseconds
      },
      .sometimes("p95", .number, "The same for 95 % of the requests.") {
        $0.report.durations.percentile(0.95)?.inPreciseMilliseconds
      },
      .sometimes("p99", .number, "The same for 99 % of the requests.") {
        $0.report.durations.percentile(0.99)?.inPreciseMilliseconds
      },
    ])
}
