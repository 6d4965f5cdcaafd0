package import ClientModel

/// What happens to the gateways of `weir.yaml`; what changed is answered by `AppEvent.gateways`.
package enum GatewaysEffect: Hashable, Sendable {
  case list
  case add(name: String, url: String)
  case delete(String)
  case makeDefault(String)
  /// One field's text; an empty one takes it away.
  case set(String, GatewayField, String)
  /// Read the file to be edited where this gateway stands; answered by `AppEvent.settingsText`.
  case edit(String)
  /// Write the file as it was edited; a text that cannot be read is answered by
  /// `AppEvent.settingsRefused`.
  case write(String)
  /// Answered by `AppEvent.stubs`.
  case stubs(StubMode)
}
