import ClientModel

extension EventRecord {
  /// The shapes of events, one for each group of events with the same fields.
  static let shapes: [JSONObjectShape] = [
    event(
      "job-event", "The state of a job changed.", [.submitted, .started, .changed, .finished],
      JobRecord.fields),
    event(
      "attempt-event", "An attempt ended.",
      [.received, .notModified, .networkFailed, .unavailable, .unauthorized, .failed],
      [
        .sometimes("job", .integer, "The id of the job."),
        .always("method", .text, "The method of the request."),
        .always("url", .text, "The URL of the request; secrets are dots."),
        .sometimes("name", .text, "The name of the saved request."),
        .sometimes("status", .integer, "The status of the response."),
        .sometimes("source", .text, "Where the response came from, as in an exchange."),
        .sometimes("error", .object(FailureRecord.shape), "The reason why the attempt failed."),
        .sometimes(
          "headers", .list(.object(ExchangeRecord.Field.shape)),
          "The header fields; only for jobs of the same process."),
        .sometimes(
          "bodyBytes", .integer, "The size of the body; only for jobs of the same process."),
      ] + full),
    event(
      "cache-event", "The cache changed.", [.cacheUpdated, .cacheRemoved],
      [
        .sometimes("job", .integer, "The id of the job."),
        .always("method", .text, "The method of the request."),
        .always("url", .text, "The URL of the request; secrets are dots."),
      ] + full),
    event(
      "value-event", "A shared value changed.", [.valueSet, .valueRemoved],
      [
        .sometimes("job", .integer, "The id of the job."),
        .always("key", .text, "The key."),
        .sometimes("value", .text, "The value as text, unless it is secret."),
      ]),
    event(
      "graph-event", "A graph or batch ended.", [.graphFinished],
      [
        .always("name", .text, "The name of the graph or batch."),
        .always("steps", .list(.object(stepShape)), "The steps of a graph."),
        .always("stopped", .flag, "Whether it was stopped."),
        .sometimes("rows", .object(rowsShape), "The rows of a batch."),
      ]),
    event(
      "own-event", "`weir event raise` raised an event.", [.own],
      [
        .sometimes("job", .integer, "The id of the job."),
        .always("name", .text, "The name of the event."),
        .always("fields", .list(.object(ExchangeRecord.Field.shape)), "Its fields."),
      ]),
    event(
      "lane-event", "A lane changed.", [.laneChanged],
      [
        .always("lane", .text, "The lane."),
        .always(
          "pause", .word(["none", "byUser", "byRestart", "offline"]),
          "The reason why it is paused."),
        .always("limit", .integer, "The number of jobs at once."),
        .sometimes("heldUntil", .time, "The time before which its server wants no requests."),
      ]),
    event(
      "runner-event", "Another process runs the queue.", [.runnerChanged],
      [.always("process", .integer, "The id of the process.")]),
    event(
      "notice", "Weir has a message.", [.noticed],
      [.always("error", .object(FailureRecord.shape), "The message.")]),
    event(
      "dropped", "The reader was too slow, and events were dropped.", [.dropped],
      [.always("count", .integer, "The number of events.")]),
  ]

  /// The fields that `--full` adds.
  private static let full: [JSONField] = [
    .sometimes(
      "exchange", .object(ExchangeRecord.shape), "The request and response, with `--full`."),
    .sometimes("parser", .text, "The parser of the gateway for the body, with `--full`."),
    .sometimes("model", .anything, "The body, if it is JSON of at most 64 KiB, with `--full`."),
  ]

  static let stepShape = JSONObjectShape(
    "step-outcome", "A step and how it ended.",
    [
      .always("name", .text, "The name of the step."),
      .always("outcome", .word(Event.GraphEnd.Outcome.allCases.map(\.rawValue)), "How it ended."),
      .sometimes("job", .integer, "The id of its job; absent for a local step."),
      .sometimes(
        "result", .anything,
        "Its result, up to 64 KiB, with `--full`: JSON unchanged, other text as a string."),
    ])

  static let rowsShape = JSONObjectShape(
    "row-counts", "How the rows of a batch ended.",
    [
      .always("total", .integer, "The number of rows."),
      .always("succeeded", .integer, "Those that succeeded."),
      .always("failed", .integer, "Those that failed."),
      .always("cancelled", .integer, "Those that were cancelled."),
    ])

  private static func event(
    _ name: String, _ meaning: String, _ words: [Event.Word], _ fields: [JSONField]
  ) -> JSONObjectShape {
    let own: [JSONField] = [
      .always("event", .word(words.map(\.name)), "The kind of the event."),
      .always("time", .time, "The time of the event."),
      .sometimes("graph", .text, "The id of the graph or batch that it belongs to."),
      .sometimes("gateway", .text, "The gateway."),
      .sometimes("call", .text, "The caller's identifier of the job or graph, from `--call`."),
    ]
    return JSONObjectShape(
      name, meaning, own + fields.filter { field in !own.contains { $0.name == field.name } })
  }
}
