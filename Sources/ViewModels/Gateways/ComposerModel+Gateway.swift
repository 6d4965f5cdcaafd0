package import ClientModel
import ClientPipeline

/// The gateway of the request being composed, and what it brings.
extension ComposerModel {
  package mutating func use(_ gateways: Gateways) {
    self.gateways = gateways
    examine()
  }

  /// A row only where there is something to choose, or a choice that cannot be kept.
  var gatewayRows: [ComposerRow] {
    guard !gateways.all.isEmpty || draft.gateway != nil else { return [] }
    let shown =
      draft.gateway ?? Gateways.defaultWord + (gateways.standard.map { " (\($0))" } ?? "")
    let row = ComposerRow(
      kind: .field(label: "Gateway", placeholder: ""), fields: [.gateway], texts: [shown])
    return [row] + problemRows(.gateway)
  }

  var gatewayChoices: [String] { [Gateways.defaultWord] + gateways.names + [Gateways.noneWord] }

  mutating func chooseGateway(_ word: String) {
    draft.gateway = word == Gateways.defaultWord ? nil : word
  }

  /// Marks what of the preview's header lines came from the gateway.
  func source(ofHeader name: String) -> String {
    guard let share = examination.share,
      share.headers.contains(where: { $0.caseInsensitiveEquals(name) })
    else { return "" }
    return "   ← \(share.name)"
  }

  /// What else the gateway brought, a line each, for the end of the preview.
  var gatewayLines: [String] {
    guard let share = examination.share else { return [] }
    var lines = ["", "Through the gateway \(share.name)"]
    if !share.query.isEmpty { lines.append("  query: \(share.query.joined(separator: ", "))") }
    if share.credentials == .gateway { lines.append("  its credentials") }
    if !share.options.isEmpty { lines.append("  \(share.options.joined(separator: ", "))") }
    return lines
  }
}
