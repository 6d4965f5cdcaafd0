package import ClientModel

/// An operation on the workspace's environments. Changes result in `EnvironmentsEvent.list`.
package enum EnvironmentsEffect: FeatureEffect {
  case list
  /// Chooses the environment that fills templates. Nil means that only the shared values fill
  /// templates.
  case choose(String?)
  /// Adds an environment that copies the values of an existing one, and opens it in the editor. Nil
  /// opens a template in the editor, and adds the environment only if the user changes the
  /// template.
  case add(String, copying: String?)
  case delete(String)
  /// Sets the value of a name in an environment. An existing value is replaced.
  case set(EnvironmentValue)
  /// Reads `environments.yaml` and opens it in the editor at an environment. Results in
  /// `AppEvent.fileText`.
  case edit(String?)
  /// Writes the edited text to `environments.yaml`. Results in `AppEvent.fileRefused` if the text
  /// has an error.
  case write(String)
}

/// An event of the environments.
package enum EnvironmentsEvent: ListEvent {
  /// The names of the environments in file order, the chosen environment, and the names of
  /// production environments.
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
