import FoundationEssentials

/// The options for connecting to a broker, in a file of jobs. A missing option has its default
/// value.
package struct PortableBroker: Codable, Hashable, Sendable {
  package var version: String?
  package var clientID: String?
  package var cleanSession: Bool?
  /// The interval in milliseconds.
  package var keepAlive: Int64?
  package var will: Will?

  package struct Will: Codable, Hashable, Sendable {
    package var topic: String
    /// Base64. Source: RFC 4648, section 4.
    package var payload: String
    package var qos: UInt8
    package var retain: Bool
  }

  /// Converts the options. Returns nil if all options have their default values.
  init?(_ options: BrokerOptions) {
    let usual = BrokerOptions()
    guard options != usual else { return nil }
    version = options.version == .v5 ? "5" : nil
    clientID = options.clientID
    cleanSession = options.session == .stored ? false : nil
    keepAlive = options.keepAlive == usual.keepAlive ? nil : options.keepAlive.inMilliseconds
    will = options.will.map { will in
      Will(
        topic: will.topic, payload: Data(will.payload).base64EncodedString(),
        qos: will.quality.rawValue, retain: will.retention == .retained)
    }
  }

  func options() throws(Failure) -> BrokerOptions {
    var options = BrokerOptions()
    switch version {
    case nil, "3.1.1": break
    case "5": options.version = .v5
    case let other?: throw .notPortable("The MQTT version `\(other)` is unknown.")
    }
    options.clientID = clientID
    if let cleanSession { options.session = cleanSession ? .clean : .stored }
    if let keepAlive { options.keepAlive = max(.seconds(5), .milliseconds(keepAlive)) }
    if let will {
      guard let payload = Data(base64Encoded: will.payload),
        let quality = QualityOfService(rawValue: will.qos)
      else { throw .notPortable("The will of a broker connection is not valid.") }
      options.will = BrokerMessage(
        topic: will.topic, payload: Array(payload), quality: quality,
        retention: will.retain ? .retained : .none)
    }
    return options
  }
}
