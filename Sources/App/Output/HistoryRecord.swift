import ClientModel

/// One exchange of the history in `--format json`, the documented stable format.
struct HistoryRecord: Encodable {
  /// The job's number.
  var id: Int64
  /// The number of the attempt, from 1.
  var attempt: Int
  /// The end of the attempt: answered, failed, cancelled, running, unknown.
  var end: String
  /// The current state of the job.
  var state: String
  var method: String
  var url: String
  /// The saved request's name.
  var name: String?
  /// The caller's identifier (`--call`).
  var call: String?
  var gateway: String?
  var status: Int?
  /// The start of the attempt in milliseconds since 1970.
  var started: Int64
  var elapsedMilliseconds: Int64?
  /// The size of the stored, decoded body.
  var bodyBytes: Int64?
  /// The size of the body as it was received, before decoding.
  var wireBytes: Int64?
  var error: FailureRecord?
  /// The results of the assertions on this attempt's response. Absent without assertions.
  var check: CheckRecord?

  init(_ exchange: Exchange) {
    let attempt = exchange.attempt
    id = exchange.job.id.rawValue
    self.attempt = attempt.id.number
    end = exchange.end.rawValue
    state = exchange.job.state.word.rawValue
    method = attempt.method.rawValue
    url = attempt.displayURL
    name = exchange.job.name
    call = exchange.job.call
    gateway = exchange.request.gateway?.name
    status = exchange.status
    started = attempt.started.milliseconds
    elapsedMilliseconds = attempt.result?.timings.total?.inMilliseconds
    bodyBytes = exchange.size?.bytes
    wireBytes = exchange.wireSize?.bytes
    check = exchange.check.map(CheckRecord.init)
    if case .failed(let failure)? = attempt.result?.end {
      error = FailureRecord(failure)
    }
  }
}
