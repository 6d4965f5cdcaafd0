import ClientModel

/// A gateway's fields as a list: choosing one asks for its text.
extension AppModel {
  func gatewayFieldRows(_ name: String) -> [ListRow] {
    guard let gateway = gateways[name] else { return [] }
    let width = GatewayField.allCases.map(\.label.count).max() ?? 0
    let rows = GatewayField.allCases.map { field in
      let text = gateway.text(of: field)
      let label = field.label + String(repeating: " ", count: width - field.label.count)
      return ListRow(
        value: .gatewayField(name, field),
        title: "\(label)  \(text ?? "(several lines)")", detail: field.form)
    }
    let middleware = gateway.middleware.stated.joined(separator: ", ")
    return rows + [
      ListRow(
        value: .gatewayFile(name), title: "All of it in $EDITOR",
        detail: middleware.isEmpty ? "options, outcome rule, stages, stubs" : middleware)
    ]
  }

  /// Asks for a field's text; one that a line cannot say opens the file.
  func ask(_ field: GatewayField, of name: String) -> [Effect] {
    guard let text = gateways[name]?.text(of: field) else { return [.gateways(.edit(name))] }
    return [.ask(.gatewayField(name, field), text: text)]
  }
}
