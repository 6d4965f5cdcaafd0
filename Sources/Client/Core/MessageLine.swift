import ClientDocuments
package import ClientModel

/// Writes broker messages as JSON lines, for the response of a subscription and for programs.
///
/// `TopicCounter` parses these lines and depends on the order of the members.
package enum MessageLine {
  /// Returns a message as a line that ends in a line break. A JSON payload is written as a value, a
  /// text as a string, and binary data as a Base64 string.
  package static func bytes(of message: BrokerMessage, at time: Timestamp) -> [UInt8] {
    var line = Array(
      "{\"time\":\(time.milliseconds),\"topic\":\(JSONText.quoted(message.topic))".utf8)
    line += Array(",\"qos\":\(message.quality.rawValue)".utf8)
    line += Array(",\"retained\":\(message.retention == .retained)".utf8)
    if let text = String(validating: message.payload, as: UTF8.self) {
      line += Array(",\"payload\":".utf8)
      line += value(of: message.payload) ?? Array(JSONText.quoted(text).utf8)
    } else {
      line += Array(",\"payloadBase64\":\"".utf8) + Base64.encode(message.payload) + [0x22]
    }
    return line + Array("}\n".utf8)
  }

  /// Returns the line for a lost connection. Messages may be missing until the connection is
  /// restored.
  package static func bytes(ofLoss failure: Failure, at time: Timestamp) -> [UInt8] {
    let why = JSONText.quoted("\(failure.why) Messages may be missing.")
    return Array("{\"time\":\(time.milliseconds),\"connection\":\"lost\",\"why\":\(why)}\n".utf8)
  }

  /// Returns the line for a restored connection.
  package static func bytes(ofReturnAt time: Timestamp) -> [UInt8] {
    Array("{\"time\":\(time.milliseconds),\"connection\":\"restored\"}\n".utf8)
  }

  /// Returns a JSON payload on one line. Returns nil if the payload is not JSON. Line breaks are
  /// removed, because JSON allows them only between tokens.
  private static func value(of payload: [UInt8]) -> [UInt8]? {
    guard !payload.isEmpty, JSONValidator.fault(in: payload) == nil else { return nil }
    return payload.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
  }
}
