import ClientModel
import ClientPipeline
import ClientYAML

/// The `mqtt` key of a gateway. It describes an MQTT broker. The default host is the gateway's
/// host.
enum BrokerFile {
  private static let keys = [
    "host", "port", "tls", "version", "client-id", "clean-session", "keep-alive", "will", "user",
    "password",
  ]

  /// Reads the broker of a gateway.
  ///
  /// - Parameter server: The URL of the gateway.
  static func rule(
    _ node: YAMLNode, besides server: String
  ) throws(YAMLProblem) -> BrokerRule {
    let fields = try node.fields(known: keys)
    let isEncrypted = try fields["tls"]?.boolean() ?? server.begins(with: "https")
    let scheme = isEncrypted ? "mqtts" : "mqtt"
    let port = try fields["port"].map(self.port) ?? Origin.defaultPort(of: scheme)
    let host = try fields["host"]?.text() ?? BrokerRule.host(of: server)
    guard let host, !host.isEmpty, !host.contains(anyByte: "/?#@ ") else {
      throw YAMLProblem(
        fields["host"]?.place ?? node.place, why: "The broker has no host.",
        whatToDo: "Write `host: broker.example.com`.")
    }
    var rule = BrokerRule(url: "\(scheme)://\(host):\(port)")
    rule.options.version =
      try fields["version"]?.choice(["3.1.1": .v311, "5": .v5]) ?? .v311
    rule.options.clientID = try fields["client-id"]?.text()
    rule.options.session = try fields["clean-session"]?.boolean() ?? true ? .clean : .stored
    if rule.options.session == .stored, rule.options.clientID == nil {
      throw YAMLProblem(
        node.place, why: "A session that the broker stores needs a client id.",
        whatToDo:
          "Write `client-id: NAME`, with a different name on each machine, or remove `clean-session`."
      )
    }
    if let time = try fields["keep-alive"]?.span() {
      guard time >= .seconds(5), time <= .seconds(65_535) else {
        throw YAMLProblem(
          fields["keep-alive"]?.place ?? node.place, why: "The time is out of range.",
          whatToDo: "Write 5 to 65535 seconds.")
      }
      rule.options.keepAlive = time
    }
    rule.options.will = try fields["will"].map(will)
    rule.authorization = try authorization(fields)
    return rule
  }

  private static func port(_ node: YAMLNode) throws(YAMLProblem) -> Int {
    let port = try node.integer()
    guard (1...65_535).contains(port) else {
      throw YAMLProblem(
        node.place, why: "\(port) is not a port.", whatToDo: "Write 1 to 65535, such as 1883.")
    }
    return port
  }

  private static func will(_ node: YAMLNode) throws(YAMLProblem) -> BrokerMessage {
    let fields = try node.fields(known: ["topic", "message", "qos", "retain"])
    let place = try fields.required("topic")
    let topic = try place.text()
    do throws(TopicFilter.Problem) {
      try TopicFilter.checkTopic(topic)
    } catch {
      throw YAMLProblem(place.place, why: error.why, whatToDo: error.whatToDo)
    }
    return BrokerMessage(
      topic: topic, payload: Array((try fields["message"]?.text() ?? "").utf8),
      quality: try fields["qos"].map(quality) ?? .exactlyOnce,
      retention: try fields["retain"]?.boolean() ?? false ? .retained : .none)
  }

  private static func quality(_ node: YAMLNode) throws(YAMLProblem) -> QualityOfService {
    let number = try node.integer()
    if let quality = UInt8(exactly: number).flatMap(QualityOfService.init) { return quality }
    throw YAMLProblem(
      node.place, why: "\(number) is not a quality of service.",
      whatToDo: "Write 0 (at most once), 1 (at least once) or 2 (exactly once).")
  }

  private static func authorization(
    _ fields: YAMLFields
  ) throws(YAMLProblem) -> DraftAuthorization? {
    guard let user = try fields["user"]?.text() else {
      guard let password = fields["password"] else { return nil }
      throw YAMLProblem(
        password.place, why: "The broker has a password, but no user name.",
        whatToDo: "Add `user`.")
    }
    return .basic(user: user, password: try fields["password"]?.text() ?? "")
  }
}
