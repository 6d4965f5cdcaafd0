import ClientModel
import Glibc

/// One event in `--format json`, the documented stable format. Events in the life cycle of a job
/// also have all fields of the job.
struct EventRecord: Encodable {
  /// The level of detail of the results in an event.
  enum Detail {
    /// No results, since they may be secrets that steps pass on.
    case brief
    /// The results of the steps of a graph.
    case full
  }

  private let event: Event
  private let detail: Detail

  init(_ event: Event, _ detail: Detail = .brief) { (self.event, self.detail) = (event, detail) }

  private enum Key: String, CodingKey {
    case event, time, job, graph, gateway, call
    case id, method, url, name, status, source, headers, bodyBytes, error
    case key, value, steps, stopped, rows, fields, lane, pause, limit, heldUntil, process, count
  }

  private struct Field: Encodable {
    var name: String
    var value: String
  }

  private struct Step: Encodable {
    var name: String
    var outcome: String
    var job: Int64?
    var result: VerbatimJSON?

    init(_ step: Event.GraphEnd.Step, _ detail: Detail) {
      name = step.name
      outcome = step.outcome.rawValue
      job = step.job?.rawValue
      result = detail == .full ? VerbatimJSON(step.result) : nil
    }
  }

  /// The number of rows of a batch with each outcome.
  private struct Rows: Encodable {
    var total: Int
    var succeeded: Int
    var failed: Int
    var cancelled: Int

    init(_ summary: GraphSummary) {
      total = summary.total
      succeeded = summary.done
      failed = summary.failed
      cancelled = summary.cancelled
    }
  }

  func encode(to encoder: any Encoder) throws {
    if let job = event.kind.job { try JobRecord(job).encode(to: encoder) }
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(event.word.name, forKey: .event)
    try fields.encode(event.time.milliseconds, forKey: .time)
    try fields.encodeIfPresent(event.graph?.description, forKey: .graph)
    try fields.encodeIfPresent(event.gateway, forKey: .gateway)
    try fields.encodeIfPresent(event.call, forKey: .call)
    if event.kind.job == nil { try fields.encodeIfPresent(event.job?.rawValue, forKey: .job) }
    switch event.kind {
    case .submitted, .started, .changed, .finished: break
    case .received(let exchange), .notModified(let exchange), .networkFailed(let exchange),
      .unavailable(let exchange), .unauthorized(let exchange), .failed(let exchange):
      try encode(exchange, into: &fields)
    case .cacheUpdated(let change), .cacheRemoved(let change):
      try fields.encode(change.method.rawValue, forKey: .method)
      try fields.encode(change.url, forKey: .url)
    case .valueSet(let change), .valueRemoved(let change):
      try fields.encode(change.key, forKey: .key)
      try fields.encodeIfPresent(change.value, forKey: .value)
    case .graphFinished(let end):
      try fields.encode(end.name, forKey: .name)
      try fields.encode(end.steps.map { Step($0, detail) }, forKey: .steps)
      try fields.encode(end.isStopped, forKey: .stopped)
      if let rows = end.rows { try fields.encode(Rows(rows), forKey: .rows) }
    case .own(let own):
      try fields.encode(own.name, forKey: .name)
      try fields.encode(
        own.fields.map { Field(name: $0.name, value: $0.value) }, forKey: .fields)
    case .laneChanged(let lane):
      try fields.encode(lane.key.name, forKey: .lane)
      try fields.encode(lane.pause.word, forKey: .pause)
      try fields.encode(lane.limit, forKey: .limit)
      try fields.encodeIfPresent(lane.heldUntil?.milliseconds, forKey: .heldUntil)
    case .runnerChanged(.thisProcess): try fields.encode(getpid(), forKey: .process)
    case .runnerChanged(.process(let id)): try fields.encode(id, forKey: .process)
    case .noticed(let failure): try fields.encode(FailureRecord(failure), forKey: .error)
    case .dropped(let count): try fields.encode(count, forKey: .count)
    }
  }

  private func encode(
    _ exchange: Event.Exchange, into fields: inout KeyedEncodingContainer<Key>
  ) throws {
    try fields.encode(exchange.method.rawValue, forKey: .method)
    try fields.encode(exchange.url, forKey: .url)
    try fields.encodeIfPresent(exchange.name, forKey: .name)
    try fields.encodeIfPresent(exchange.status, forKey: .status)
    try fields.encodeIfPresent(exchange.source?.text, forKey: .source)
    try fields.encodeIfPresent(exchange.failure.map(FailureRecord.init), forKey: .error)
    guard let head = exchange.head else { return }
    try fields.encode(
      head.fields.map { Field(name: $0.name, value: $0.value) }, forKey: .headers)
    try fields.encode(exchange.body.length.bytes, forKey: .bodyBytes)
  }
}

extension Lane.Pause {
  /// The pause as `none`, `byUser`, `byRestart` or `offline`.
  var word: String {
    switch self {
    case .none: "none"
    case .byUser: "byUser"
    case .byRestart: "byRestart"
    case .offline: "offline"
    }
  }
}
