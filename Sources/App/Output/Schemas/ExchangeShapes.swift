import ClientModel

extension ExchangeRecord {
  static let shape = JSONObjectShape(
    "exchange", "A job with everything that was sent and received.",
    [
      .always("id", .integer, "The id of the job."),
      .always("state", .word(JobState.Word.allCases.map(\.rawValue)), "The state of the job."),
      .sometimes("detail", .text, "The reason why it is held, waits, failed or was interrupted."),
      .sometimes("status", .integer, "The status of the response."),
      .always(
        "source", .text,
        "`network`, `cache 12 s`, `not modified`, `stale 40 s`, `stub` or `none`."),
      .sometimes("gateway", .text, "The gateway of the request."),
      .sometimes("call", .text, "The caller's identifier, from `--call`."),
      .sometimes("outcome", .object(OutcomeRecord.shape), "The result of the outcome rule."),
      .sometimes("stages", .list(.object(StageRecord.shape)), "The stages of the middleware."),
      .sometimes(
        "pages", .list(.integer), "The jobs whose pages follow in the body (`--pages`)."),
      .sometimes("root", .text, "A JSON Pointer to the data in the body."),
      .sometimes(
        "remote", .object(RemoteRecord.shape), "Its state at the server, for remote jobs."),
      .sometimes(
        "assertions", .list(.object(AssertionRecord.shape)), "The results of the assertions."),
      .sometimes("request", .object(Request.shape), "The request."),
      .sometimes("response", .object(Response.shape), "The response; absent without a head."),
      .sometimes("received", .object(Received.shape), "The bytes of an incomplete head."),
      .sometimes("timings", .object(Phases.shape), "The times of the last attempt."),
      .always("attempts", .list(.object(Attempt.shape)), "The attempts, the first one first."),
      .sometimes("error", .object(FailureRecord.shape), "The reason why the job failed."),
    ])
}

extension ExchangeRecord.Field {
  static let shape = JSONObjectShape(
    "header", "One header field; the order is that of the message.",
    [
      .always("name", .text, "The name as it was sent."),
      .always("value", .text, "The value; credentials are dots."),
    ])
}

extension ExchangeRecord.Request {
  static let shape = JSONObjectShape(
    "request", "The request as it was sent.",
    [
      .always("method", .text, "The method."),
      .always("url", .text, "The URL; secrets are dots."),
      .always("headers", .list(.object(ExchangeRecord.Field.shape)), "The header fields."),
      .sometimes("idempotencyKey", .text, "The value of `Idempotency-Key`."),
      .sometimes(
        "body", .text, "The body as text, if it is at most 64 KiB of UTF-8; secrets are dots."),
    ])
}

extension ExchangeRecord.Response {
  static let shape = JSONObjectShape(
    "response", "A response.",
    [
      .always(
        "version", .word(ResponseHead.Version.allCases.map(\.rawValue)),
        "The version of the protocol."),
      .always("status", .integer, "The status."),
      .always("reason", .text, "The reason phrase; empty over HTTP/2."),
      .sometimes("meaning", .text, "What the catalog of the endpoint says of the status."),
      .always("headers", .list(.object(ExchangeRecord.Field.shape)), "The header fields."),
      .always("trailers", .list(.object(ExchangeRecord.Field.shape)), "The trailer fields."),
      .always("bodyBytes", .integer, "The size of the decoded body."),
      .sometimes("body", .text, "The body, if it is at most 64 KiB of text in its charset."),
      .sometimes("bodyBase64", .text, "The body in Base64, if it is at most 64 KiB and not text."),
      .sometimes(
        "charsetProblem", .text,
        "The reason why the body is not read in the charset it declares."),
      .sometimes("bodyFile", .text, "The path of a body over 64 KiB."),
      .always(
        "framing", .list(.word(FramingNote.allCases.map(\.rawValue))),
        "Contradictions in the framing of the message; usually empty."),
      .sometimes("address", .text, "The address of the server, with the port."),
      .sometimes("security", .text, "The TLS version and cipher."),
      .always("connection", .word(["fresh", "reused"]), "Whether the connection was new."),
    ])
}

extension ExchangeRecord.Received {
  static let shape = JSONObjectShape(
    "received", "What arrived of a response without a complete head.",
    [
      .always("bytes", .integer, "The number of bytes."),
      .sometimes("text", .text, "The bytes as text, if they are UTF-8."),
      .sometimes("base64", .text, "The bytes in Base64, if they are not UTF-8."),
    ])
}

extension ExchangeRecord.Phases {
  static let shape = JSONObjectShape(
    "timings", "Milliseconds from the start of the attempt.",
    [
      .sometimes("nameLookup", .number, "The name was looked up."),
      .sometimes("connected", .number, "The connection was open."),
      .sometimes("secured", .number, "TLS was ready."),
      .sometimes("firstByte", .number, "The first byte of the response arrived."),
      .sometimes("total", .number, "The attempt ended."),
    ])
}

extension ExchangeRecord.Attempt {
  static let shape = JSONObjectShape(
    "attempt", "One attempt: a request that was sent once.",
    [
      .always("number", .integer, "The number of the attempt, from 1."),
      .always("hop", .integer, "The number of redirects before it."),
      .always("method", .text, "The method of this attempt."),
      .always("url", .text, "The URL of this attempt; secrets are dots."),
      .sometimes("idempotencyKey", .text, "The value of `Idempotency-Key`."),
      .sometimes("body", .object(ExchangeRecord.SentBody.shape), "The body that it sent."),
      .always("started", .time, "The time at which it started."),
      .always(
        "end", .word(["answered", "failed", "cancelled", "open"]),
        "How it ended; `open` if it has not ended."),
      .sometimes("status", .integer, "The status of its response."),
      .sometimes("error", .object(FailureRecord.shape), "The reason why it failed."),
      .sometimes("timings", .object(ExchangeRecord.Phases.shape), "Its times."),
    ])
}

extension ExchangeRecord.SentBody {
  static let shape = JSONObjectShape(
    "sent-body", "The identity of a sent body; the body itself is not in the output.",
    [
      .sometimes("fingerprint", .text, "Equal for equal bodies; absent with secret parts."),
      .sometimes("files", .list(.object(File.shape)), "The files that it sent."),
    ])
}

extension ExchangeRecord.SentBody.File {
  static let shape = JSONObjectShape(
    "sent-file", "A file that was sent.",
    [
      .always("path", .text, "The path of the file."),
      .always("bytes", .integer, "Its size when the request was made."),
      .sometimes("sha256", .text, "The hash of the sent bytes; absent if a part was not sent."),
    ])
}

extension OutcomeRecord {
  static let shape = JSONObjectShape(
    "outcome", "The result of the outcome rule of a gateway or endpoint.",
    [
      .always(
        "kind",
        .word(["success", "service failure", "needs authentication", "upgrade required"]),
        "What the rule makes of the response."),
      .sometimes("code", .text, "The code of the service."),
      .sometimes("reason", .text, "The reason that the service gives."),
      .sometimes("detail", .anything, "More about it: a text, or an object or list unchanged."),
    ])
}

extension StageRecord {
  static let shape = JSONObjectShape(
    "stage", "One stage of the middleware.",
    [
      .always("name", .text, "The name of the stage."),
      .always("place", .word(StageNote.Place.allCases.map(\.word)), "The point at which it ran."),
      .always("end", .word(StageNote.End.allCases.map(\.word)), "What it did."),
      .always("milliseconds", .number, "Its duration."),
    ])
}

extension AssertionRecord {
  static let shape = JSONObjectShape(
    "assertion", "One assertion with its result.",
    [
      .always("assertion", .text, "The assertion as it is written."),
      .always("end", .word(["held", "failed", "unchecked"]), "The result."),
      .sometimes("got", .text, "The value in the response, if the assertion failed."),
      .sometimes("why", .text, "The reason why it was not checked."),
    ])
}
