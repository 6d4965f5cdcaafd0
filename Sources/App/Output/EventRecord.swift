import ClientModel
import Glibc

/// One event in `--format json`, the documented stable format. An event of a job also has all
/// fields of the job.
struct EventRecord: Encodable {
  /// The results that an event contains.
  enum Detail {
    /// No results. A result may be a secret that one step passes to another.
    case brief
    /// The results of the graph's steps, and the exchange of the attempt.
    case full(FullExchange?)
  }

  private let event: Event
  private let detail: Detail

  init(_ event: Event, _ detail: Detail = .brief) { (self.event, self.detail) = (event, detail) }

  func encode(to encoder: any Encoder) throws {
    try Self.groups.first { $0.words.contains(event.word) }?.table.encode(self, to: encoder)
  }

  private struct Group {
    let words: [Event.Word]
    let table: JSONTable<EventRecord>

    init(
      _ name: String, _ meaning: String, _ words: [Event.Word],
      _ fields: [JSONTable<EventRecord>.Field]
    ) {
      self.words = words
      let own: [JSONTable<EventRecord>.Field] = [
        .always("event", .word(words.map(\.name)), "The kind of the event.") { $0.event.word.name },
        .always("time", .time, "The time of the event.") { $0.event.time.milliseconds },
        .sometimes("graph", .text, "The id of the graph or batch that it belongs to.") {
          $0.event.graph?.description
        },
        .sometimes("gateway", .text, "The gateway.") { $0.event.gateway },
        .sometimes(
          "call", .text, "The caller's identifier of the job or graph, from `--call`."
        ) { $0.event.call },
      ]
      let names = Set(own.map(\.description.name))
      table = JSONTable(
        name, meaning, own + fields.filter { !names.contains($0.description.name) })
    }
  }

  /// The shapes of events. Events with the same fields form a group with one shape.
  static var shapes: [JSONObjectShape] { groups.map(\.table.shape) }

  private static let groups: [Group] = [
    Group(
      "job-event", "The state of a job changed.", [.submitted, .started, .changed, .finished],
      JobRecord.table.fields.map { field in
        JSONTable.Field(field) { $0.event.kind.job.map { JobRecord($0) } }
      }),
    Group(
      "attempt-event", "An attempt ended.",
      [.received, .notModified, .networkFailed, .unavailable, .unauthorized, .failed],
      [
        job,
        .always("method", .text, "The method of the request.") {
          $0.event.kind.exchange?.method.rawValue
        },
        .always("url", .text, "The URL of the request; secrets are masked.") {
          $0.event.kind.exchange?.url
        },
        .sometimes("name", .text, "The name of the saved request.") {
          $0.event.kind.exchange?.name
        },
        .sometimes("status", .integer, "The status of the response.") {
          $0.event.kind.exchange?.status
        },
        .sometimes("source", .text, "The source of the response, as in an exchange.") {
          $0.event.kind.exchange?.source?.text
        },
        .sometimes("error", FailureRecord.shape, "The reason why the attempt failed.") {
          $0.event.kind.exchange?.failure.map(FailureRecord.init)
        },
        .sometimes(
          "headers", .list(ExchangeRecord.Field.shape),
          "The header fields; only for jobs of the same process."
        ) { record in
          record.event.kind.exchange?.head?.fields.map {
            ExchangeRecord.Field(name: $0.name, value: $0.value)
          }
        },
        .sometimes(
          "bodyBytes", .integer, "The size of the body; only for jobs of the same process."
        ) { record in
          record.event.kind.exchange.flatMap { $0.head == nil ? nil : $0.body.length.bytes }
        },
      ] + full),
    Group(
      "cache-event", "The cache changed.", [.cacheUpdated, .cacheRemoved],
      [
        job,
        .always("method", .text, "The method of the request.") {
          $0.event.kind.cacheChange?.method.rawValue
        },
        .always("url", .text, "The URL of the request; secrets are masked.") {
          $0.event.kind.cacheChange?.url
        },
      ] + full),
    Group(
      "value-event", "A shared value changed.", [.valueSet, .valueRemoved],
      [
        job,
        .always("key", .text, "The key.") { $0.event.kind.valueChange?.key },
        .sometimes("value", .text, "The value as text, unless it is secret.") {
          $0.event.kind.valueChange?.value
        },
      ]),
    Group(
      "graph-event", "A graph or batch ended.", [.graphFinished],
      [
        .always("name", .text, "The name of the graph or batch.") { $0.graphEnd?.name },
        .always("steps", .list(Step.shape), "The steps of a graph.") { record in
          record.graphEnd?.steps.map { Step(step: $0, detail: record.detail) }
        },
        .always("stopped", .flag, "Whether it was stopped.") { $0.graphEnd?.isStopped },
        .sometimes("rows", Rows.shape, "The rows of a batch.") {
          $0.graphEnd?.rows.map { Rows(summary: $0) }
        },
      ]),
    Group(
      "own-event", "`weir event raise` raised an event.", [.own],
      [
        job,
        .always("name", .text, "The name of the event.") { $0.ownEvent?.name },
        .always("fields", .list(ExchangeRecord.Field.shape), "Its fields.") {
          $0.ownEvent?.fields.map { ExchangeRecord.Field(name: $0.name, value: $0.value) }
        },
      ]),
    Group(
      "lane-event", "A lane changed.", [.laneChanged],
      [
        .always("lane", .text, "The lane.") { $0.lane?.key.name },
        .always(
          "pause", .word(["none", "byUser", "byRestart", "offline"]),
          "The reason why it is paused."
        ) { $0.lane?.pause.word },
        .always("limit", .integer, "The number of jobs at once.") { $0.lane?.limit },
        .sometimes("heldUntil", .time, "The end of the pause that its server requested.") {
          $0.lane?.heldUntil?.milliseconds
        },
      ]),
    Group(
      "runner-event", "Another process runs the queue.", [.runnerChanged],
      [
        .always("process", .integer, "The id of the process.") {
          switch $0.event.kind {
          case .runnerChanged(.thisProcess): getpid()
          case .runnerChanged(.other(let runner)):
            // The store on disk describes a process by its id.
            runner.words(at: " ").last.flatMap { Int32($0) }
          default: nil
          }
        }
      ]),
    Group(
      "notice", "Weir has a message.", [.noticed],
      [
        .always("error", FailureRecord.shape, "The message.") {
          if case .noticed(let failure) = $0.event.kind { FailureRecord(failure) } else { nil }
        }
      ]),
    Group(
      "dropped", "The reader was too slow, and events were dropped.", [.dropped],
      [
        .always("count", .integer, "The number of events.") {
          if case .dropped(let count) = $0.event.kind { count } else { nil }
        }
      ]),
  ]

  private static let job = JSONTable<EventRecord>.Field.sometimes(
    "job", .integer, "The id of the job."
  ) { $0.event.job?.rawValue }

  /// The fields that `--full` adds.
  private static let full: [JSONTable<EventRecord>.Field] = [
    .sometimes("exchange", ExchangeRecord.shape, "The request and response, with `--full`.") {
      $0.fullExchange.map { ExchangeRecord($0.exchange) }
    },
    .sometimes("parser", .text, "The parser of the gateway for the body, with `--full`.") {
      $0.fullExchange?.parser
    },
    .sometimes(
      "model", .anything, "The body, if it is JSON of at most 64 KiB, with `--full`."
    ) { $0.fullExchange?.model },
  ]

  private var fullExchange: FullExchange? {
    if case .full(let exchange) = detail { exchange } else { nil }
  }
  private var graphEnd: Event.GraphEnd? {
    if case .graphFinished(let end) = event.kind { end } else { nil }
  }
  private var ownEvent: OwnEvent? { if case .own(let own) = event.kind { own } else { nil } }
  private var lane: Lane? { if case .laneChanged(let lane) = event.kind { lane } else { nil } }

  private struct Step: JSONRecord {
    let step: Event.GraphEnd.Step
    let detail: Detail

    static let table = JSONTable<Step>(
      "step-outcome", "A step and its outcome.",
      [
        .always("name", .text, "The name of the step.") { $0.step.name },
        .always(
          "outcome", .word(Event.GraphEnd.Outcome.allCases.map(\.rawValue)), "The outcome."
        ) { $0.step.outcome.rawValue },
        .sometimes("job", .integer, "The id of its job; absent for a local step.") {
          $0.step.job?.rawValue
        },
        .sometimes(
          "result", .anything,
          "Its result, up to 64 KiB, with `--full`: JSON unchanged, other text as a string."
        ) {
          if case .full = $0.detail { VerbatimJSON($0.step.result) } else { nil }
        },
      ])
  }

  /// The numbers of a batch's rows by outcome.
  private struct Rows: JSONRecord {
    let summary: GraphSummary

    static let table = JSONTable<Rows>(
      "row-counts", "The numbers of a batch's rows, by outcome.",
      [
        .always("total", .integer, "The number of rows.") { $0.summary.total },
        .always("succeeded", .integer, "The number of rows that succeeded.") { $0.summary.done },
        .always("failed", .integer, "The number of rows that failed.") { $0.summary.failed },
        .always("cancelled", .integer, "The number of rows that were cancelled.") {
          $0.summary.cancelled
        },
      ])
  }
}

extension Event.Kind {
  fileprivate var cacheChange: Event.CacheChange? {
    switch self {
    case .cacheUpdated(let change), .cacheRemoved(let change): change
    default: nil
    }
  }

  fileprivate var valueChange: Event.ValueChange? {
    switch self {
    case .valueSet(let change), .valueRemoved(let change): change
    default: nil
    }
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
