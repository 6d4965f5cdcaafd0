package import ClientModel

/// An operation on the gateways of `weir.yaml`. Changes are reported by `GatewaysEvent.list`.
package enum GatewaysEffect: FeatureEffect {
  case list
  case add(name: String, url: String)
  case delete(String)
  case makeDefault(String)
  /// Sets one field of a gateway. An empty text removes the field.
  case set(String, GatewayField, String)
  /// Reads `weir.yaml` and opens it in the editor at this gateway. Results in `AppEvent.fileText`.
  case edit(String)
  /// Writes the edited text to `weir.yaml`. If the text has an error, results in
  /// `AppEvent.fileRefused`.
  case write(String)
  /// Sets the mode of stub responses. Results in `GatewaysEvent.stubs`.
  case stubs(StubMode)
}

/// An event of the gateways.
package enum GatewaysEvent: ListEvent {
  case list(Gateways)
  /// The text for a field of this gateway was not written. The notice gives the reason.
  case refused(String, GatewayField, text: String, Notice)
  /// The current mode of stub responses.
  case stubs(StubMode)

  static let list: WritableKeyPath<ListSources, GatewaysList> & Sendable = \.gateways
}

extension Effect {
  package static func gateways(_ effect: GatewaysEffect) -> Effect { .feature(.init(effect)) }
}

extension AppEvent {
  package static func gateways(_ event: GatewaysEvent) -> AppEvent { .feature(event) }
}
