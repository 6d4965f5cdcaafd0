import ClientModel

extension JobRecord {
  static let shape = JSONObjectShape("job", "A job of the queue.", fields)

  static let fields: [JSONField] = [
    .always("id", .integer, "The id of the job."),
    .always("state", .word(JobState.Word.allCases.map(\.rawValue)), "The state of the job."),
    .sometimes("detail", .text, "The reason why it is held, waits, failed or was interrupted."),
    .always("method", .text, "The method of the request."),
    .always("url", .text, "The URL of the request; secrets are dots."),
    .always("lane", .text, "The lane of the job."),
    .sometimes("name", .text, "The name of the saved request."),
    .sometimes("call", .text, "The caller's identifier, from `--call`."),
    .always("priority", .integer, "Jobs with a higher priority start first."),
    .always("attempts", .integer, "The number of attempts so far."),
    .sometimes("status", .integer, "The status of the last response."),
    .always("created", .time, "The time at which it was added to the queue."),
    .always("since", .time, "The time at which the job entered its current state."),
    .sometimes("elapsedMilliseconds", .integer, "The duration of the last attempt."),
    .sometimes("bodyBytes", .integer, "The size of the decoded body of the last response."),
    .sometimes("graph", .text, "The id of the graph or batch that it is part of, such as `g3`."),
    .sometimes("step", .text, "The step of the graph."),
    .sometimes("remote", .object(RemoteRecord.shape), "Its state at the server, for remote jobs."),
    .sometimes("check", .object(CheckRecord.shape), "The result of the assertions."),
  ]
}

extension RemoteRecord {
  static let shape = JSONObjectShape(
    "remote", "The state of a remote job at its server.",
    [
      .sometimes("id", .text, "The name of the work at the server."),
      .sometimes("word", .text, "The word of the service for its state."),
      .sometimes(
        "meaning", .word(RemoteRule.Meaning.allCases.map(\.rawValue)),
        "What the word means by the rule of the endpoint or gateway."),
      .always("asked", .integer, "The number of polls so far."),
      .sometimes("next", .time, "The time of the next poll."),
      .always("accepted", .time, "The time at which the server accepted the work."),
      .sometimes("deadline", .time, "The time at which polling ends."),
    ])
}

extension CheckRecord {
  static let shape = JSONObjectShape(
    "check", "How many assertions held and failed.",
    [
      .always("held", .integer, "The number of assertions that held."),
      .always("failed", .integer, "The number of assertions that failed."),
      .sometimes("first", .text, "The first assertion that failed."),
    ])
}

extension FailureRecord {
  static let shape = JSONObjectShape(
    "error", "An error with its three parts.",
    [
      .always("kind", .word(Failure.Kind.allCases.map(\.rawValue)), "The kind of the error."),
      .always("what", .text, "What failed."),
      .always("why", .text, "The reason."),
      .always("whatToDo", .text, "What can be done."),
      .sometimes("cause", .text, "The message of a library or of the system."),
      .sometimes(
        "errors", .list(.object(ErrorRecord.shape)),
        "The errors in the response of the service, in their order there."),
    ])
}

extension ErrorRecord {
  static let shape = JSONObjectShape(
    "service-error", "One error in the response of a service.",
    [
      .sometimes("code", .text, "Its number or word."),
      .sometimes("reason", .text, "What went wrong."),
      .sometimes("detail", .anything, "More about it: a text, or an object or list unchanged."),
    ])
}

extension HistoryRecord {
  static let shape = JSONObjectShape(
    "attempt-summary", "An attempt of a job, in short form.",
    [
      .always("id", .integer, "The id of the job."),
      .always("attempt", .integer, "The number of the attempt, from 1."),
      .always("end", .word(Exchange.End.allCases.map(\.rawValue)), "How the attempt ended."),
      .always(
        "state", .word(JobState.Word.allCases.map(\.rawValue)), "The state of the job now."),
      .always("method", .text, "The method of the request."),
      .always("url", .text, "The URL of the request; secrets are dots."),
      .sometimes("name", .text, "The name of the saved request."),
      .sometimes("call", .text, "The caller's identifier, from `--call`."),
      .sometimes("gateway", .text, "The gateway of the request."),
      .sometimes("status", .integer, "The status of the response."),
      .always("started", .time, "The time at which the attempt started."),
      .sometimes("elapsedMilliseconds", .integer, "The duration of the attempt."),
      .sometimes("bodyBytes", .integer, "The size of the stored, decoded body."),
      .sometimes("wireBytes", .integer, "The size of the body on the wire."),
      .sometimes("error", .object(FailureRecord.shape), "The reason why the attempt failed."),
      .sometimes("check", .object(CheckRecord.shape), "The result of the assertions."),
    ])
}
