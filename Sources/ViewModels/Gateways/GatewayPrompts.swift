import ClientModel

/// A prompt for the name of a new gateway. The next prompt asks for the URL.
struct GatewayNamePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, GatewaysList> & Sendable = \.lists.gateways

  var label: String { "Name of the gateway" }
  var need: String? { "A name is needed, such as api." }

  func accept(_ text: String, _ gateways: inout GatewaysList) -> [Effect] {
    [.ask(Prompt(GatewayURLPrompt(name: text), text: "https://"))]
  }
}

/// A prompt for the base URL of a new gateway.
struct GatewayURLPrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, GatewaysList> & Sendable = \.lists.gateways

  let name: String

  var label: String { "URL of \(name)" }
  var need: String? { "A URL is needed." }

  func accept(_ text: String, _ gateways: inout GatewaysList) -> [Effect] {
    [.gateways(.add(name: name, url: Self.withoutPreset(text)))]
  }

  /// Returns the address. Removes the proposed `https://` if the user typed or pasted a complete
  /// address after it.
  private static func withoutPreset(_ address: String) -> String {
    let text = address.drop { $0.isWhitespace }
    let rest = text.dropping(bytes: "https://".utf8.count).drop(whileByte: { $0 == 0x20 })
    let isDoubled =
      text.begins(with: "https://")
      && ["https://", "http://", "{{", "@"].contains { rest.begins(with: $0) }
    return String(isDoubled ? rest : text)
  }
}

/// A prompt for a new value of a gateway field.
struct GatewayFieldPrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, GatewaysList> & Sendable = \.lists.gateways

  let name: String
  let field: GatewayField

  /// Shows the reason why a text was refused. Opens the prompt again with that text.
  static func correcting(
    _ text: String, for field: GatewayField, of name: String, _ notice: Notice
  ) -> [Effect] {
    [.notify(notice), .ask(Prompt(GatewayFieldPrompt(name: name, field: field), text: text))]
  }

  var label: String { "\(field.label) of \(name)" }
  var need: String? { field == .url ? "A URL is needed." : nil }
  var advice: String? { field.advice }

  func accept(_ text: String, _ gateways: inout GatewaysList) -> [Effect] {
    gateways.form.enter(text, for: field, of: name)
    return [.gateways(.set(name, field, text))]
  }
}
