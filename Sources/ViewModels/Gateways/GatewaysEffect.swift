package import ClientModel

/// Operations on the gateways of `weir.yaml`; changes are reported by `GatewaysEvent.list`.
package enum GatewaysEffect: FeatureEffect {
  case list
  case add(name: String, url: String)
  case delete(String)
  case makeDefault(String)
  /// Sets one field; an empty text removes the field.
  case set(String, GatewayField, String)
  /// Reads the file for the editor, which opens at this gateway. Results in `AppEvent.fileText`.
  case edit(String)
  /// Writes the edited file. Text with an error results in `AppEvent.fileRefused`.
  case write(String)
  /// Results in `GatewaysEvent.stubs`.
  case stubs(StubMode)
}

/// An event of the gateways.
package enum GatewaysEvent: ListEvent {
  case list(Gateways)
  /// The text for a field of this gateway was not written; the notice gives the reason.
  case refused(String, GatewayField, text: String, Notice)
  /// The requests that get stub responses now.
  case stubs(StubMode)

  static let list: WritableKeyPath<ListSources, GatewaysList> & Sendable = \.gateways
}

extension Effect {
  package static func gateways(_ effect: GatewaysEffect) -> Effect { .feature(.init(effect)) }
}

extension AppEvent {
  package static func gateways(_ event: GatewaysEvent) -> AppEvent { .feature(event) }
}
