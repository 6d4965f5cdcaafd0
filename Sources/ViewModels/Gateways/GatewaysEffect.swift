package import ClientModel

/// Operations on the gateways of `weir.yaml`; changes are reported by `AppEvent.gateways`.
package enum GatewaysEffect: Hashable, Sendable {
  case list
  case add(name: String, url: String)
  case delete(String)
  case makeDefault(String)
  /// Sets one field; an empty text removes the field.
  case set(String, GatewayField, String)
  /// Reads the file for the editor, which opens at this gateway. Results in `AppEvent.fileText`.
  case edit(String)
  /// Writes the edited file. A text with an error results in `AppEvent.fileRefused`.
  case write(String)
  /// Results in `AppEvent.stubs`.
  case stubs(StubMode)
}
