package import ClientModel

/// An operation on the gateways of `weir.yaml`. Changes result in `GatewaysEvent.list`.
package enum GatewaysEffect: FeatureEffect {
  case list
  case add(name: String, url: String)
  case delete(String)
  case makeDefault(String)
  /// Makes a URL the server of all endpoints of a catalog.
  case setServer(catalog: String, url: String)
  /// Sets a field of a gateway. An empty text removes the field.
  case set(String, GatewayField, String)
  /// Reads `weir.yaml` and opens it in the editor at a gateway. Results in `AppEvent.fileText`.
  case edit(String)
  /// Writes the edited text to `weir.yaml`. Results in `AppEvent.fileRefused` if the text has an
  /// error.
  case write(String)
  /// Sets the mode of stub responses. Results in `GatewaysEvent.stubs`.
  case stubs(StubMode)
}

/// An event of the gateways.
package enum GatewaysEvent: ListEvent {
  case list(Gateways)
  /// The text of a gateway field was not written. The notice gives the reason.
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
