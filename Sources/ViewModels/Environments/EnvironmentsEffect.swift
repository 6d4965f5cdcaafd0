/// Operations on the environments of the workspace; reported by `AppEvent.environments`.
package enum EnvironmentsEffect: Hashable, Sendable {
  case list
  /// Fills templates with this environment from now on, or only with the shared values if nil.
  case choose(String?)
  /// Adds an environment with the values of another one, or without values.
  case add(String, copying: String?)
  case delete(String)
  /// Sets the value of a name in an environment, replacing an existing value.
  case set(EnvironmentValue)
  /// Reads the file for the editor, which opens at this environment. Results in
  /// `AppEvent.fileText`.
  case edit(String?)
  /// Writes the edited file. A text with an error results in `AppEvent.fileRefused`.
  case write(String)
}
