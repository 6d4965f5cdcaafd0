package import ClientModel

/// What happens to shared values; what changed is answered by `SharedEvent.list`.
package enum SharedEffect: Hashable, Sendable {
  case list
  /// Open a value; answered by `SharedEvent.content`.
  case read(SharedKey, SharedUse)
  /// With nil the key's rule stays.
  case set(SharedKey, String, SharedRule?)
  case setRule(SharedKey, SharedRule)
  case remove(SharedKey)
  case clear
  /// Report the changes of these keys, and of no other, in the event log.
  case watch(Set<SharedKey>)
}

/// What a value is opened for.
package enum SharedUse: Hashable, Sendable { case view, edit }

/// Events of shared values.
package enum SharedEvent: Hashable, Sendable {
  /// By key.
  case list([ListedValue])
  case content(SharedKey, SharedContent, SharedUse)
  /// A key changed, by this process or another.
  case changed(SharedValueChange)
}

/// A shared value as its place lists it.
package struct ListedValue: Hashable, Sendable {
  package var facts: SharedValueFacts
  /// When it changed, in the user's time zone.
  package var time: String

  package init(_ facts: SharedValueFacts, time: String) {
    self.facts = facts
    self.time = time
  }
}
