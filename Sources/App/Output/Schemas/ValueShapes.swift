import ClientCore
import ClientModel

extension CacheEntryRecord {
  static let shape = JSONObjectShape(
    "cache-entry", "A stored response.",
    [
      .always("id", .integer, "The id of the entry."),
      .always("method", .text, "The method of its request."),
      .always("url", .text, "The URL; secrets are dots."),
      .always("status", .integer, "The status of the response."),
      .always("age", .integer, "The age in seconds."),
      .always("left", .integer, "The seconds it stays fresh; negative for a stale response."),
      .always("isFresh", .flag, "Whether `--cache fresh` uses it."),
      .always(
        "basis", .word(Freshness.Basis.allCases.map(\.text)),
        "The source of its freshness lifetime."),
      .always("bytes", .integer, "The size of the body."),
      .sometimes("validator", .text, "The `ETag`, or else `Last-Modified`."),
      .sometimes("job", .integer, "The job that stored it."),
    ])
}

/// The lines of `mqtt subscribe --format json`, and of a subscription's response.
enum MessageShape {
  static let shape = JSONObjectShape(
    "message", "A message of a broker.",
    [
      .always("time", .time, "The time of arrival."),
      .always("topic", .text, "The topic."),
      .always("qos", .integer, "The quality of service: 0, 1 or 2."),
      .always("retained", .flag, "Whether the broker had stored it."),
      .sometimes("payload", .anything, "The payload: a value if it is JSON, otherwise its text."),
      .sometimes("payloadBase64", .text, "The payload in Base64, if it is not UTF-8."),
    ])
}

extension SharedValueRecord {
  static let shape = JSONObjectShape(
    "value", "A shared value.",
    [
      .always("key", .text, "The key."),
      .sometimes("bytes", .integer, "The size of the value; absent without a value."),
      .always("storedBytes", .integer, "The size as it is stored."),
      .always("transforms", .list(.text), "How it is stored, in the form of `--transform`."),
      .always("secret", .flag, "Whether it is secret."),
      .always("version", .integer, "A number that grows with every change of any shared value."),
      .always("changed", .time, "The time of the last change."),
      .sometimes(
        "value", .text,
        "The value as text; absent in `value list`, and for secret values without `--reveal`."),
      .sometimes("valueBase64", .text, "The value in Base64, if it is not UTF-8."),
    ])
}

extension SharedChangeRecord {
  static let shape = JSONObjectShape(
    "value-change", "A change of a shared value.",
    [
      .always("change", .word(["set", "removed", "dropped"]), "What happened."),
      .sometimes("count", .integer, "The number of changes that were dropped."),
      .sometimes("value", .object(SharedValueRecord.shape), "The value."),
      .sometimes("error", .text, "The reason why the value cannot be read."),
    ])
}

extension GatewayRecord {
  static let shape = JSONObjectShape(
    "gateway", "A gateway.",
    [
      .always("name", .text, "The name of the gateway."),
      .always("url", .text, "Its URL; secrets are dots."),
      .always("isDefault", .flag, "Whether it is the default gateway."),
      .sometimes("extends", .text, "The gateway that it extends."),
      .sometimes("limit", .integer, "The number of jobs at once."),
      .sometimes("rate", .number, "The number of starts in a second."),
      .always("headers", .list(.text), "The names of its header fields."),
      .always("query", .list(.text), "The names of its query parameters."),
      .always("options", .list(.text), "Its options, in words."),
      .always("hasOutcomeRule", .flag, "Whether it has an outcome rule."),
      .always("middleware", .list(.text), "The stages of its middleware, in words."),
      .sometimes(
        "encode", .word(BodyEncoding.allCases.map(\.rawValue)),
        "The encoding of bodies that are built from fields."),
      .always("stubs", .integer, "The number of its stubs."),
    ])
}

extension SavedNameRecord {
  static let shape = JSONObjectShape(
    "saved", "A saved request or graph.",
    [
      .always("name", .text, "The name that `weir run` takes."),
      .always("kind", .word(["request", "graph"]), "What it is."),
    ])
}

extension LaneRecord {
  static let shape = JSONObjectShape(
    "lane", "A lane with the number of its jobs.",
    [
      .always("lane", .text, "The name: of a gateway, or an origin."),
      .sometimes("workspace", .text, "The folder of its workspace; absent for scratch."),
      .always(
        "pause", .word(["none", "byUser", "byRestart", "offline"]), "The reason why it is paused."),
      .always("limit", .integer, "The number of jobs at once."),
      .sometimes("rate", .number, "The number of starts in a second; absent without a limit."),
      .sometimes("heldUntil", .time, "The time before which its server wants no requests."),
      .always("jobs", .map(.integer), "The number of jobs in each state."),
    ])
}
