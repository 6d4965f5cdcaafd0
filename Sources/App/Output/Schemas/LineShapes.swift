import ClientModel

/// The lines of `mqtt subscribe --format json`. The response of a subscription has the same lines.
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
