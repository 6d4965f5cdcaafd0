/// Operations on the environments of the workspace; reported by `AppEvent.environments`.
package enum EnvironmentsEffect: Hashable, Sendable {
  case list
  /// Fill templates with this one from now on; nil takes the shared values alone.
  case choose(String?)
  /// With the values of another one, or without values.
  case add(String, copying: String?)
  case delete(String)
  /// Give a name a value in an environment; an existing value is replaced.
  case set(EnvironmentValue)
  /// Read the file, to edit it at this environment; answered by `AppEvent.fileText`.
  case edit(String?)
  /// Write the edited file; a text with an error is answered by `AppEvent.fileRefused`.
  case write(String)
}
