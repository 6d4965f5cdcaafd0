import ClientModel

/// The list of gateways, and the switch of stub responses.
extension AppModel {
  var gatewayRows: [ListRow] {
    gateways.all.map { gateway in
      ListRow(
        value: .gateway(gateway.name),
        title: "\(gateway.name)  \(CredentialNames.standard.masked(gateway.url))",
        detail: gateway.summary, isCurrent: gateway.name == gateways.standard)
    }
  }

  /// Changes the gateway of a row.
  mutating func change(gateway name: String, by command: ListCommand) -> [Effect] {
    switch command {
    case .edit:
      open(.gatewayForm(name))
      return []
    case .delete:
      return [
        .confirm(
          Confirmation(
            "Delete the gateway \(name)?", detail: "Its lines are taken out of weir.yaml.",
            answers: [.init("Keep it"), .init("Delete it", [.gateways(.delete(name))])]))
      ]
    default: return [.notify(Notice(.info, "That does not apply to this row."))]
    }
  }

  /// Asks for the key or name of a new row, if the list can have one.
  func beginRow(of kind: ListModel.Kind) -> [Effect] {
    if kind == .shared { return [.ask(.sharedKey, text: "")] }
    guard kind == .gateways else {
      return [.notify(Notice(.info, "That does not apply to this list."))]
    }
    return [.ask(.gatewayName, text: "")]
  }

  /// A text that was edited could not be read: the user's words are kept until the user drops them.
  func refused(settings text: String, _ notice: Notice, line: Int) -> [Effect] {
    [
      .confirm(
        Confirmation(
          notice.what, detail: "\(notice.why) \(notice.whatToDo)",
          answers: [
            .init(
              "Edit it again",
              [.openEditor(text: text, suffix: ".yaml", purpose: .settings(line: line))]),
            .init("Leave weir.yaml as it was"),
          ]))
    ]
  }

  mutating func use(_ gateways: Gateways) {
    self.gateways = gateways
    composer.use(gateways)
  }

  /// Switches stub responses to the next mode: off, registered, strict.
  func turnStubs() -> [Effect] {
    switch stubs {
    case .off: [.gateways(.stubs(.registered))]
    case .registered: [.gateways(.stubs(.strict))]
    case .strict: [.gateways(.stubs(.off))]
    }
  }

  func notice(of mode: StubMode) -> Notice {
    let count = gateways.all.reduce(0) { $0 + $1.stubs.count }
    switch mode {
    case .off: return Notice(.info, "Stub responses are off: servers answer.")
    case .registered:
      return Notice(
        .warning, "Stub responses are on: \(count) routes answer matching requests.",
        why: count == 0 ? "No gateway of weir.yaml has stub routes." : "",
        whatToDo: "Switch again for strict mode: nothing reaches the network.")
    case .strict:
      return Notice(
        .warning, "Stub responses are strict: nothing reaches the network.",
        whatToDo: "Switch again to turn stub responses off.")
    }
  }
}
