import ClientModel

/// The lines of `mqtt subscribe --format json`, and of a subscription's response.
enum MessageShape {
  static let shape = JSONObjectShape(
    "message", "A message from a broker.",
    [
      .always("time", .time, "The time of arrival."),
      .always("topic", .text, "The topic."),
      .always("qos", .integer, "The quality of service: 0, 1 or 2."),
      .always("retained", .flag, "Whether the broker had stored it."),
      .sometimes("payload", .anything, "The payload: a value if it is JSON, otherwise its text."),
      .sometimes("payloadBase64", .text, "The payload in Base64, if it is not UTF-8."),
    ])
}

extension RowResults {
  static let shape = JSONObjectShape(
    "row", "A row of a batch with its result.",
    [
      .always("row", .integer, "The number of the row, from 1."),
      .sometimes(
        "values", .map(.anything), "The row's values by column; absent if the job was deleted."),
      .always("job", .integer, "The id of its job."),
      .always(
        "state", .word(JobState.Word.allCases.map(\.rawValue) + ["deleted"]),
        "The state of the job; `deleted` if the job was deleted."),
      .sometimes("status", .integer, "The status of the response."),
      .sometimes("body", .anything, "The body: JSON unchanged, other text as a string."),
      .sometimes("bodyFrom", .text, "The command that prints a large or binary body."),
      .sometimes(
        "charsetProblem", .text,
        "The reason why the body is not read in the charset it declares."),
      .sometimes("error", FailureRecord.shape, "The reason why the row failed."),
    ])
}
