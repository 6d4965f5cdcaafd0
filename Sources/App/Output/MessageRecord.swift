import ClientModel
import Foundation

/// A message of a broker in `mqtt subscribe --format json`: the documented, stable form.
struct MessageRecord: Encodable {
  var topic: String
  var qos: UInt8
  var retained: Bool
  /// Milliseconds since 1970.
  var time: Int64
  /// The payload, where it is text.
  var payload: String?
  /// The same where it is not text.
  var payloadBase64: String?

  init(_ message: BrokerMessage, at time: Timestamp) {
    topic = message.topic
    qos = message.quality.rawValue
    retained = message.retention == .retained
    self.time = time.milliseconds
    payload = String(validating: message.payload, as: UTF8.self)
    payloadBase64 = payload == nil ? Data(message.payload).base64EncodedString() : nil
  }
}
