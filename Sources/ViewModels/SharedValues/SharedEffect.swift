package import ClientModel

/// An operation on shared values. Changes result in `SharedEvent.list`.
package enum SharedEffect: FeatureEffect {
  case list
  /// Reads a value. Results in `SharedEvent.content`.
  case read(SharedKey, SharedUse)
  /// Sets a value. If the rule is nil, the current rule of the key is kept.
  case set(SharedKey, String, SharedRule?)
  case setRule(SharedKey, SharedRule)
  case remove(SharedKey)
  case clear
  /// Sets the keys whose changes the event log reports.
  case watch(Set<SharedKey>)
}

/// The reason for reading a value.
package enum SharedUse: Hashable, Sendable { case view, edit }

/// An event of the shared values.
package enum SharedEvent: Hashable, ListEvent {
  /// The values, sorted by key.
  case list([ListedValue])
  case content(SharedKey, SharedContent, SharedUse)
  /// A key was changed by this process or another process.
  case changed(SharedValueChange)

  static let list: WritableKeyPath<ListSources, SharedValuesModel> & Sendable = \.shared
}

/// A shared value as a row of the list.
package struct ListedValue: Hashable, Sendable {
  package var facts: SharedValueFacts
  /// The time of the last change as text, in the user's time zone.
  package var time: String

  package init(_ facts: SharedValueFacts, time: String) {
    self.facts = facts
    self.time = time
  }
}

extension Effect {
  package static func shared(_ effect: SharedEffect) -> Effect { .feature(.init(effect)) }
}

extension AppEvent {
  package static func shared(_ event: SharedEvent) -> AppEvent { .feature(event) }
}
