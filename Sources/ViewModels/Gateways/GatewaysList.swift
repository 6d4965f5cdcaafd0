import ClientModel

/// The list of the gateways in `weir.yaml`, and the mode of stub responses.
struct GatewaysList: EventListSource {
  private(set) var gateways = Gateways()
  private(set) var stubs = StubMode.off
  /// The number of requested stub modes that are not in use yet.
  private var requestedStubs = 0
  /// The fields of one gateway.
  var form = GatewayForm()

  static let commands = [FeatureCommand.gateways, .stubs, .connections]
  static let manual = ManualSubject(topic: "gateways")

  let title = "Gateways"
  let emptyText = "No gateway yet. New gateways are stored in weir.yaml."

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    gateways.all.map { gateway in
      let url = CredentialNames.standard.masked(
        form.enteredText(for: .url, of: gateway.name) ?? gateway.url)
      return ListRow(
        value: .init(gateway.name), title: "\(gateway.name)  \(url)", detail: gateway.summary,
        isCurrent: gateway.name == gateways.standard,
        cells: [
          ListCell(gateway.name), ListCell(url, .address), ListCell(gateway.summary, .faint),
        ])
    }.matching(filter)
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil ? [.new, .close] : [.choose, .new, .edit, .delete, .filter, .close]
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    command == .choose ? "make default" : nil
  }

  mutating func begin() -> [Effect] { [.gateways(.list)] }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard let name: String = row.item() else { return [] }
    return [.gateways(.makeDefault(name))]
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    if command == .new { return [.ask(Prompt(GatewayNamePrompt()))] }
    guard let name = row?.item(String.self) else { return refuse(command) }
    switch command {
    case .edit:
      form.show(name, of: gateways)
      return [.list(.open(ListID(\.gateways.form)))]
    case .delete:
      return [
        .confirm(
          Confirmation(
            "Delete the gateway \(name)?", detail: "Its lines are removed from weir.yaml.",
            answers: [.init("Keep it"), .init("Delete it", [.gateways(.delete(name))])]))
      ]
    default: return refuse(command)
    }
  }

  mutating func receive(_ event: GatewaysEvent, _ visibility: ListVisibility) -> [Effect] {
    switch event {
    case .list(let gateways):
      self.gateways = gateways
      form.take(gateways)
      return [.list(.useGateways(gateways))]
    case .refused(let name, let field, let text, let notice):
      form.withdraw(text, for: field, of: name)
      return GatewayFieldPrompt.correcting(text, for: field, of: name, notice)
    case .stubs(let mode):
      take(mode)
      return [.notify(stubsNotice)]
    }
  }

  /// Switches stub responses to the next mode: off, registered, strict.
  mutating func turnStubs() -> [Effect] {
    switch stubs {
    case .off: stubs = .registered
    case .registered: stubs = .strict
    case .strict: stubs = .off
    }
    requestedStubs += 1
    return [.gateways(.stubs(stubs))]
  }

  /// Shows the mode in use, unless the user has already requested another mode.
  private mutating func take(_ mode: StubMode) {
    requestedStubs = max(0, requestedStubs - 1)
    if requestedStubs == 0 { stubs = mode }
  }

  private var stubsNotice: Notice {
    let count = gateways.all.reduce(0) { $0 + $1.stubs.count }
    switch stubs {
    case .off: return Notice(.info, "Stub responses are off. Requests are sent to the servers.")
    case .registered:
      return Notice(
        .warning,
        "Stub responses are on: \(count) route\(count == 1 ? " responds" : "s respond") to matching requests.",
        why: count == 0 ? "No gateway of weir.yaml has stub routes." : "",
        whatToDo: "Switch again for strict mode: nothing reaches the network.")
    case .strict:
      return Notice(
        .warning, "Stub responses are strict: nothing reaches the network.",
        whatToDo: "Switch again to turn stub responses off.")
    }
  }
}

extension FeatureCommand {
  package static let gateways = FeatureCommand(
    "gateways", opens: \.gateways,
    .init(
      "List the gateways", hint: "gateways",
      help: "Adds, edits and deletes gateways, and sets the default.", keys: ", g"
    ))
  package static let stubs = FeatureCommand(
    "stubs",
    .init(
      "Switch stub responses on or off", hint: "stubs",
      help:
        "Cycles through off, on (routes of weir.yaml respond to matching requests) and strict (nothing reaches the network).",
      keys: ", d")
  ) { $0.lists.gateways.turnStubs() }
}
