import ClientModel

/// The checks of a request to a broker. The request publishes one message or subscribes to one
/// filter.
extension DraftReading {
  /// Returns the request without HTTP settings. Reports parts that a broker does not support.
  mutating func publication(_ request: PreparedRequest) -> PreparedRequest {
    var request = request
    if request.method.rawValue != Publication.method, request.subscription == nil {
      report(
        .method, "A broker does not accept the method `\(visible(request.method.rawValue))`.",
        "A request to an \(request.origin.scheme):// URL publishes a message, or subscribes.",
        "Choose the method \(Publication.method) or \(TopicSubscription.method).")
    }
    checkTopic(of: request)
    checkFields(of: request)
    checkTransport(of: request)
    request.idempotencyKey = nil
    request.options.cookies = .off
    request.options.cache = nil
    // Without an acknowledgement, the message may or may not have arrived. A retry could deliver it
    // twice.
    if request.subscription == nil, request.publication?.quality == .atMostOnce {
      request.options.retry.attempts = 1
    }
    return request
  }

  private mutating func checkTopic(of request: PreparedRequest) {
    if request.url.contains(byte: "?") || !request.secretQuery.isEmpty {
      report(
        .url, "A topic has no query fields.", "The text before the `?` is the topic.",
        "Remove them, or write `%3F` for a `?` that belongs to the topic.")
    }
    do throws(TopicFilter.Problem) {
      if let subscription = request.subscription {
        _ = try TopicFilter(subscription.filter)
      } else {
        try TopicFilter.checkTopic(request.publication?.topic ?? "")
      }
    } catch {
      let what =
        request.subscription == nil
        ? "Nothing can be published to this topic." : "This topic cannot be subscribed to."
      report(.url, what, error.why, error.whatToDo)
    }
  }

  private mutating func checkFields(of request: PreparedRequest) {
    for (index, field) in request.headers.enumerated() {
      let value = field.value.plain ?? ""
      if field.name.caseInsensitiveEquals(Publication.qualityField) {
        if UInt8(value).flatMap(QualityOfService.init) == nil {
          report(
            .header(index), "`\(visible(value))` is not a quality of service.",
            "There are three: 0 at most once, 1 at least once, 2 exactly once.",
            "Write 0, 1 or 2.")
        }
      } else if field.name.caseInsensitiveEquals(Publication.retainField),
        request.subscription == nil
      {
        if value != "true", value != "false" {
          report(
            .header(index),
            "`\(visible(value))` is not a valid value of \(Publication.retainField).",
            "It is true if the broker stores the message, or false.", "Write true or false.")
        }
      } else {
        report(
          .header(index), "The header \(visible(field.name)) cannot be published.",
          "A message has a topic and a payload.",
          "Remove it. \(Publication.qualityField) and \(Publication.retainField) are supported.")
      }
    }
  }

  private mutating func checkTransport(of request: PreparedRequest) {
    if let credentials = request.credentials, credentials.scheme != .basic {
      report(
        .authorization, "A broker does not accept these credentials.",
        "It accepts a user name and a password.", "Choose basic.")
    }
    if request.subscription != nil, request.body != .none {
      report(
        .body, "A subscription has no body.", "It only names topics.",
        "Remove the body.")
    }
    if case .multipart = request.body {
      report(
        .body, "A multipart body cannot be published.", "A message is one payload.",
        "Choose JSON, text or a file.")
    }
    if let proxy = request.options.route.proxy, proxy.plain != "" {
      report(
        .option("proxy"), "Broker connections cannot use a proxy.",
        "The MQTT library connects directly.", "Remove the proxy.")
    }
  }
}
