import ClientDocuments
package import ClientModel

/// A message of a broker as a line of JSON: in the response of a subscription, and for programs. `TopicCounter`
/// reads the lines back, and expects the members in this order.
package enum MessageLine {
  /// With its end. A payload that is JSON is a value in the line; other text is a string, other bytes Base64.
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

  /// A change of the connection: what was published meanwhile may be missing.
  package static func bytes(ofLoss failure: Failure, at time: Timestamp) -> [UInt8] {
    let why = JSONText.quoted("\(failure.why) Messages may be missing.")
    return Array("{\"time\":\(time.milliseconds),\"connection\":\"lost\",\"why\":\(why)}\n".utf8)
  }

  /// The same for a connection that is back.
  package static func bytes(ofReturnAt time: Timestamp) -> [UInt8] {
    Array("{\"time\":\(time.milliseconds),\"connection\":\"restored\"}\n".utf8)
  }

  /// The payload when it is JSON, on one line: a line end can only stand between its tokens.
  private static func value(of payload: [UInt8]) -> [UInt8]? {
    guard !payload.isEmpty, JSONValidator.fault(in: payload) == nil else { return nil }
    return payload.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
  }
}
