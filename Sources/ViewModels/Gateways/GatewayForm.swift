import ClientModel

/// The fields of a gateway as a list. Choosing a field opens a prompt for its text.
struct GatewayForm: CaptionedListSource {
  private var name = ""
  /// The gateway. Nil if it was deleted.
  private var gateway: Gateway?
  /// The entered texts that `weir.yaml` does not contain yet, oldest first.
  private var entered: [Entry] = []

  private struct Entry: Hashable {
    let name: String
    let field: GatewayField
    let text: String
  }

  private enum Row: Hashable {
    case field(String, GatewayField)
    case file(String)
  }

  var title: String { "Gateway \(name)" }

  mutating func show(_ name: String, of gateways: Gateways) {
    self.name = name
    gateway = gateways[name]
  }

  mutating func take(_ gateways: Gateways) {
    gateway = gateways[name]
    let stored = entered.firstIndex { gateways[$0.name]?.text(of: $0.field) == $0.text }
    // The value in the file may be written differently from the entered text. If no text matches,
    // the oldest one is assumed to be stored.
    entered.removeFirst(min(entered.count, (stored ?? 0) + 1))
  }

  /// Shows an entered text in the field before `weir.yaml` contains it.
  mutating func enter(_ text: String, for field: GatewayField, of name: String) {
    entered.append(Entry(name: name, field: field, text: text))
  }

  /// Removes an entered text that was not written to `weir.yaml`.
  mutating func withdraw(_ text: String, for field: GatewayField, of name: String) {
    let entry = Entry(name: name, field: field, text: text)
    if let place = entered.firstIndex(of: entry) { entered.remove(at: place) }
  }

  /// Returns the entered text of a field that `weir.yaml` does not contain yet. Returns nil if no
  /// text was entered.
  func enteredText(for field: GatewayField, of name: String) -> String? {
    entered.last { $0.name == name && $0.field == field }?.text
  }

  /// Returns the text of a field. Returns nil if the value does not fit on one line.
  private func text(of field: GatewayField) -> String? {
    enteredText(for: field, of: name) ?? gateway?.text(of: field)
  }

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    guard let gateway else { return [] }
    let width = GatewayField.allCases.map(\.label.count).max() ?? 0
    let rows = GatewayField.allCases.map { field in
      let text = self.text(of: field) ?? "(several lines)"
      let label = field.label + String(repeating: " ", count: width - field.label.count)
      return ListRow(
        value: .init(Row.field(gateway.name, field)),
        title: "\(label)  \(text.isEmpty ? "not set" : text)")
    }
    let middleware = gateway.middleware.summary.joined(separator: ", ")
    return
      (rows + [
        ListRow(
          value: .init(Row.file(gateway.name)), title: "Edit in $EDITOR",
          detail: middleware.isEmpty
            ? "options, paging, outcome rule, middleware, stubs" : middleware)
      ]).matching(filter)
  }

  func caption(of row: ListRow) -> String? {
    guard case .field(_, let field) = row.item(Row.self) else { return nil }
    return field.advice
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    guard command == .choose, case .field = row?.item(Row.self) else { return nil }
    return "edit"
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    switch row.item(Row.self) {
    case .field(let name, let field): ask(field, of: name)
    case .file(let name): [.gateways(.edit(name))]
    case nil: []
    }
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    guard case .field(let name, let field) = row?.item(Row.self), command == .edit else {
      return refuse(command)
    }
    return ask(field, of: name)
  }

  /// Asks for the text of a field. Opens the file if the value does not fit on one line.
  private func ask(_ field: GatewayField, of name: String) -> [Effect] {
    guard let text = text(of: field) else { return [.gateways(.edit(name))] }
    return [.ask(Prompt(GatewayFieldPrompt(name: name, field: field), text: text))]
  }
}

extension GatewayField {
  /// The expected format of the field, or an example.
  var advice: String { self == .url ? "Example: \(form)" : "Format: \(form)" }
}
