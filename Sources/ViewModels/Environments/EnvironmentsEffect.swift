package import ClientModel

/// An operation on the environments of the workspace. Changes are reported by
/// `EnvironmentsEvent.list`.
package enum EnvironmentsEffect: FeatureEffect {
  case list
  /// Makes this the environment that fills templates. For nil, only the shared values fill
  /// templates.
  case choose(String?)
  /// Adds an environment with the values of another one. For nil, the new environment has no
  /// values.
  case add(String, copying: String?)
  case delete(String)
  /// Sets the value of a name in an environment. Replaces an existing value.
  case set(EnvironmentValue)
  /// Reads `environments.yaml` and opens it in the editor at this environment. Results in
  /// `AppEvent.fileText`.
  case edit(String?)
  /// Writes the edited text to `environments.yaml`. If the text has an error, results in
  /// `AppEvent.fileRefused`.
  case write(String)
}

/// An event of the environments.
package enum EnvironmentsEvent: ListEvent {
  /// The names of the environments in the order of the file, the chosen environment, and the names
  /// of the production environments.
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
