import ClientModel

/// One exchange of the history in `--format json`, the documented stable format.
struct HistoryRecord: JSONRecord {
  private let exchange: Exchange

  init(_ exchange: Exchange) { self.exchange = exchange }

  static let table = JSONTable<HistoryRecord>(
    "attempt-summary", "An attempt of a job, in short form.",
    job("id") + [
      .always("attempt", .integer, "The number of the attempt, from 1.") {
        $0.exchange.attempt.id.number
      },
      .always("end", .word(Exchange.End.allCases.map(\.rawValue)), "The outcome of the attempt.") {
        $0.exchange.end.rawValue
      },
      .always(
        "state", .word(JobState.Word.allCases.map(\.rawValue)), "The state of the job now."
      ) { $0.exchange.job.state.word.rawValue },
      .always("method", .text, "The method of the request.") {
        $0.exchange.attempt.method.rawValue
      },
      .always("url", .text, "The URL of the request; secrets are masked.") {
        $0.exchange.attempt.displayURL
      },
    ] + job("name", "call") + [
      .sometimes("gateway", .text, "The gateway of the request.") {
        $0.exchange.request.gateway?.name
      },
      .sometimes("status", .integer, "The status of the response.") { $0.exchange.status },
      .always("started", .time, "The time at which the attempt started.") {
        $0.exchange.attempt.started.milliseconds
      },
      .sometimes("elapsedMilliseconds", .integer, "The duration of the attempt.") {
        $0.exchange.attempt.result?.timings.total?.inMilliseconds
      },
      .sometimes("bodyBytes", .integer, "The size of the stored, decoded body.") {
        $0.exchange.size?.bytes
      },
      .sometimes("wireBytes", .integer, "The size of the body on the wire.") {
        $0.exchange.wireSize?.bytes
      },
      .sometimes("error", FailureRecord.shape, "The reason why the attempt failed.") {
        $0.exchange.attempt.result.flatMap(FailureRecord.init(ending:))
      },
      .sometimes("check", CheckRecord.shape, "The result of the assertions.") {
        $0.exchange.check.map(CheckRecord.init)
      },
    ])

  /// Returns fields from the table of `JobRecord` by their names.
  private static func job(_ names: String...) -> [JSONTable<HistoryRecord>.Field] {
    JobRecord.table.fields(names) { JobRecord($0.exchange.job) }
  }
}
