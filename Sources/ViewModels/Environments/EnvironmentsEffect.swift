package import ClientModel

/// Operations on the environments of the workspace; reported by `EnvironmentsEvent.list`.
package enum EnvironmentsEffect: FeatureEffect {
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
  /// Writes the edited file. Text with an error results in `AppEvent.fileRefused`.
  case write(String)
}

/// An event of the environments.
package enum EnvironmentsEvent: ListEvent {
  /// The names of the environments in the file's order, the chosen environment, and the names of
  /// the production environments.
  case list([String], chosen: Environment, production: Set<String> = [])

  static let list: WritableKeyPath<ListSources, EnvironmentsList> & Sendable = \.environments
}

extension Effect {
  package static func environments(_ effect: EnvironmentsEffect) -> Effect {
    .feature(.init(effect))
  }
}

extension AppEvent {
  package static func environments(_ event: EnvironmentsEvent) -> AppEvent { .feature(event) }
}
