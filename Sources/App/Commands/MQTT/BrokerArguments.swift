import ArgumentParser
import ClientModel
import ClientPipeline

/// The options of the MQTT commands.
///
/// They are the broker's address and credentials, the quality of service, the TLS options, and the
/// workspace.
struct BrokerArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The gateway from weir.yaml whose broker is used; by default the default gateway.",
      valueName: "name"),
    completion: .gatewaysOrNone)
  var gateway: String?
  @Option(
    help: ArgumentHelp(
      "The broker's address, such as mqtt://localhost:1883; mqtts:// for TLS.", valueName: "url"))
  var broker: String?
  @Option(
    help: ArgumentHelp(
      "Credentials by reference, such as basic:ada:env:PASSWORD.", valueName: "kind:reference"))
  var auth: String?
  @Option(help: ArgumentHelp("Quality of service: 0, 1 or 2.", valueName: "n"))
  var qos = 2
  @OptionGroup(title: "Trust") var trust: TrustArguments
  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions

  /// Returns the draft of a publication to a topic of this broker.
  ///
  /// - Parameter file: The file with the payload. `-` means standard input, nil means no payload.
  func draft(
    to topic: String, file: String? = nil, in session: ClientSession
  ) throws -> Draft {
    let gateways = session.context.workspace.settings.gateways
    let name = broker == nil ? gateway ?? gateways.standard : gateway
    var words = RequestArguments(arguments: [Publication.method, try url(of: name, gateways)])
    words.body = file
    words.auth = auth
    words.gateway = name
    words.transport.trust = try trust.options()
    var draft = try session.context.draft(from: words)
    // A topic may contain characters that are special in the arguments of a request.
    draft.url = Publication.url(of: topic, at: draft.url)
    draft.headers = [DraftField(Publication.qualityField, "\(try quality().rawValue)")]
    return draft
  }

  func quality() throws(UsageProblem) -> QualityOfService {
    if let quality = UInt8(exactly: qos).flatMap(QualityOfService.init) { return quality }
    throw UsageProblem(
      what: "`\(qos)` is not a valid value for --qos.", why: "There are three levels.",
      whatToDo: "Write 0 (at most once), 1 (at least once) or 2 (exactly once).")
  }

  private func url(of name: String?, _ gateways: Gateways) throws(UsageProblem) -> String {
    if let broker {
      var url = broker.contains(bytes: "://") ? broker : "mqtt://" + broker
      while url.ends(with: "/") { url = String(url.droppingLast(bytes: 1)) }
      return url
    }
    guard let name, name != Gateways.noneWord, let gateway = gateways[name] else {
      throw UsageProblem(
        what: "No broker was given.", why: "No gateway with a broker is selected.",
        whatToDo: "Write --broker mqtt://HOST, or --gateway NAME with `mqtt:` in weir.yaml.")
    }
    guard let rule = gateway.broker ?? BrokerRule(beside: gateway.url) else {
      throw UsageProblem(
        what: "The gateway \(name) has no broker.", why: "Its URL has no host.",
        whatToDo: "Write `mqtt:` with `host:` under the gateway in weir.yaml.")
    }
    return rule.url
  }
}
