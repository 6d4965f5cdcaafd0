import ClientModel

extension GraphRecord {
  static let shape = JSONObjectShape(
    "graph", "A graph with its steps.",
    [
      .always("id", .text, "The id of the graph, such as `g3`."),
      .always("name", .text, "The file of the graph."),
      .always("state", .word(states), "The state of the graph."),
      .always("summary", .text, "The state in words."),
      .sometimes("call", .text, "The caller's identifier, from `--call`."),
      .always("created", .time, "The time of the submission."),
      .always("since", .time, "The time at which the graph entered its current state."),
      .always("steps", .list(.object(Step.shape)), "The steps, in the order of the file."),
    ])

  /// The states of a graph and of a batch.
  static let states = ["running", "held", "done", "failed", "cancelled", "stopped"]
}

extension GraphRecord.Step {
  static let shape = JSONObjectShape(
    "step", "A step of a graph.",
    [
      .always("name", .text, "The name of the step."),
      .always(
        "state",
        .word(["waiting", "running", "done", "failed", "cancelled", "skipped", "notRun"]),
        "The state of the step."),
      .sometimes("job", .integer, "The id of its job; absent before it starts."),
      .sometimes("status", .integer, "The status of its response."),
      .sometimes(
        "because", .text, "The failed or cancelled step because of which this step was skipped."),
      .sometimes("error", .object(FailureRecord.shape), "The reason why it failed."),
      .sometimes(
        "result", .anything, "Its result, up to 64 KiB: JSON unchanged, other text as a string."),
    ])
}

extension BatchRecord {
  static let shape = JSONObjectShape(
    "batch", "A batch with the number of its rows.",
    [
      .always("id", .text, "The id of the batch, such as `g12`."),
      .always("name", .text, "The name of the file."),
      .always("source", .text, "The file as it was given."),
      .always("state", .word(GraphRecord.states), "The state of the batch."),
      .always("summary", .text, "The state in words."),
      .always("created", .time, "The time of the submission."),
      .always("since", .time, "The time at which the batch entered its current state."),
      .always("rows", .integer, "The number of rows."),
      .sometimes("firstJob", .integer, "The id of the first job; the others follow."),
      .always("counts", .map(.integer), "The number of rows in each state of a job."),
    ])
}

extension RowResults {
  static let shape = JSONObjectShape(
    "row", "A row of a batch with its result.",
    [
      .always("row", .integer, "The number of the row, from 1."),
      .sometimes("values", .map(.anything), "The columns of the row; absent if it was deleted."),
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
      .sometimes("error", .object(FailureRecord.shape), "The reason why the row failed."),
    ])
}
