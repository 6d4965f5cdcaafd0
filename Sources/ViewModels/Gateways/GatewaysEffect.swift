package import ClientModel

/// Operations on the gateways of `weir.yaml`; changes are reported by `AppEvent.gateways`.
package enum GatewaysEffect: Hashable, Sendable {
  case list
  case add(name: String, url: String)
  case delete(String)
  case makeDefault(String)
  /// Sets one field; an empty text removes it.
  case set(String, GatewayField, String)
  /// Read the file, to edit it at this gateway; answered by `AppEvent.fileText`.
  case edit(String)
  /// Write the edited file; a text with an error is answered by `AppEvent.fileRefused`.
  case write(String)
  /// Answered by `AppEvent.stubs`.
  case stubs(StubMode)
}
